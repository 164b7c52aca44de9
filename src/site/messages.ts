import type { ToastMessage } from './ui/toast.ts';

const failure = (title: string, description: string) =>
  ({ title, description, variant: 'destructive' }) as const satisfies ToastMessage;
const success = (title: string, description: string) =>
  ({ title, description, variant: 'success' }) as const satisfies ToastMessage;

/** Every toast of specification §8, word for word, by name. */
export const MESSAGES = {
  mailNotConfigured: failure('Email Configuration Required', 'Please configure your EmailJS settings first.'),
  enquiryFailed: failure('Failed to Send Message', 'Please try again or contact us directly via phone/email.'),
  enquirySent: success('Message Sent Successfully!', "We'll get back to you within 24 hours."),

  invalidEmail: failure('Invalid Email', 'Please enter a valid email address.'),
  invalidPassword: failure('Invalid Password', 'Password must be at least 6 characters long.'),
  weakPassword: failure('Weak Password', 'Password must be at least 6 characters long.'),
  signInFailed: failure('Sign In Error', 'Failed to sign in. Please check your credentials.'),
  signedIn: success('Success', 'Signed in successfully!'),
  signUpFailed: failure('Sign Up Error', 'Failed to create account. Please try again.'),
  accountExists: failure('Account Exists', 'An account with this email already exists. Please sign in instead.'),
  signedUp: success('Success', 'Account created successfully! Please check your email to verify your account.'),

  fetchPostsFailed: failure('Error', 'Failed to fetch posts'),
  fetchCategoriesFailed: failure('Error', 'Failed to fetch categories'),
  fetchTestimonialsFailed: failure('Error', 'Failed to fetch testimonials'),
  savePostFailed: failure('Error', 'Failed to save post'),
  saveCategoryFailed: failure('Error', 'Failed to save category'),
  saveTestimonialFailed: failure('Error', 'Failed to save testimonial'),
  deletePostFailed: failure('Error', 'Failed to delete post'),
  deleteCategoryFailed: failure('Error', 'Failed to delete category'),
  deleteTestimonialFailed: failure('Error', 'Failed to delete testimonial'),
  postCreated: success('Success', 'Post created successfully!'),
  postUpdated: success('Success', 'Post updated successfully!'),
  postDeleted: success('Success', 'Post deleted successfully!'),
  categoryCreated: success('Success', 'Category created successfully!'),
  categoryUpdated: success('Success', 'Category updated successfully!'),
  categoryDeleted: success('Success', 'Category deleted successfully!'),
  testimonialCreated: success('Success', 'Testimonial created successfully!'),
  testimonialUpdated: success('Success', 'Testimonial updated successfully!'),
  testimonialDeleted: success('Success', 'Testimonial deleted successfully!'),
} as const;

/** Sentences of specification §4, §5 and §8 that are shown in a page, thrown or logged. */
export const SENTENCES = {
  notAnAdmin: 'User is not an admin',
  authOutsideProvider: 'useAuth must be used within an AuthProvider',
  notAuthenticated: 'User not authenticated',
  confirmDeletePost: 'Are you sure you want to delete this post?',
  confirmDeleteCategory: 'Are you sure you want to delete this category?',
  confirmDeleteTestimonial: 'Are you sure you want to delete this testimonial?',
} as const;

/** Toasts of the account screens that the specification is silent about. */
export const ACCOUNT_MESSAGES = {
  addressConfirmed: success('Address confirmed', 'Your e-mail address is confirmed, and you are signed in.'),
  signedInByLink: success('Success', 'Signed in successfully!'),
  linkExpired: failure(
    'This link no longer works',
    'It has expired or was used before. If you have confirmed your address already, simply sign in; otherwise ask for a new link on the sign-in page.',
  ),
  linkFailed: failure('The link could not be read', 'Open it again from the message, or sign in with your password.'),
  recoverySent: success(
    'Check your e-mail',
    'If an account has this address, a link to choose a new password is on its way.',
  ),
  recoveryFailed: failure('Error', 'The link could not be sent. Please try again.'),
  confirmationSent: success(
    'Check your e-mail',
    'If this address still waits for confirmation, a new link is on its way.',
  ),
  confirmationFailed: failure('Error', 'The link could not be sent. Please try again.'),
  passwordChanged: success('Success', 'Your new password is saved.'),
  passwordFailed: failure('Error', 'The new password could not be saved. Please try again.'),
} as const;
