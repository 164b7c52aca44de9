import { expect, test } from 'vitest';
import { flatItemMessages } from './dashboard-messages.ts';
import { MESSAGES, SENTENCES } from './messages.ts';

/** Copied from specification §5 and §8: the catalogue and the journeys are tested against it. */
const DESTRUCTIVE = `
Email Configuration Required | Please configure your EmailJS settings first.
Failed to Send Message | Please try again or contact us directly via phone/email.
Invalid Email | Please enter a valid email address.
Invalid Password | Password must be at least 6 characters long.
Weak Password | Password must be at least 6 characters long.
Sign In Error | Failed to sign in. Please check your credentials.
Sign Up Error | Failed to create account. Please try again.
Account Exists | An account with this email already exists. Please sign in instead.
Error | Failed to fetch posts
Error | Failed to fetch categories
Error | Failed to fetch testimonials
Error | Failed to save post
Error | Failed to save category
Error | Failed to save testimonial
Error | Failed to delete post
Error | Failed to delete category
Error | Failed to delete testimonial`;

const SUCCESS = `
Message Sent Successfully! | We'll get back to you within 24 hours.
Success | Signed in successfully!
Success | Account created successfully! Please check your email to verify your account.
Success | Post created successfully!
Success | Post updated successfully!
Success | Post deleted successfully!
Success | Category created successfully!
Success | Category updated successfully!
Success | Category deleted successfully!
Success | Testimonial created successfully!
Success | Testimonial updated successfully!
Success | Testimonial deleted successfully!`;

const { question: aboutCategory, ...ofCategories } = flatItemMessages('category');
const { question: aboutTestimonial, ...ofTestimonials } = flatItemMessages('testimonial');

function toastsOf(variant: string): string[] {
  const all = [MESSAGES, ofCategories, ofTestimonials].flatMap((some) => Object.values(some));
  const toasts = all.filter((message) => message.variant === variant);
  return toasts.map(({ title, description }) => `${title} | ${description}`).toSorted();
}
const linesOf = (text: string) => text.trim().split('\n').toSorted();

test('MESSAGES has exactly the toasts of the specification, word for word', () => {
  expect(toastsOf('destructive')).toEqual(linesOf(DESTRUCTIVE));
  expect(toastsOf('success')).toEqual(linesOf(SUCCESS));
});

test('SENTENCES has the sentences of the specification', () => {
  expect(SENTENCES).toMatchObject({
    notAnAdmin: 'User is not an admin',
    authOutsideProvider: 'useAuth must be used within an AuthProvider',
    notAuthenticated: 'User not authenticated',
    confirmDeletePost: 'Are you sure you want to delete this post?',
  });
  expect([aboutCategory, aboutTestimonial]).toEqual([
    'Are you sure you want to delete this category?',
    'Are you sure you want to delete this testimonial?',
  ]);
});
