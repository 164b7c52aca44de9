import { countOf } from './content/count.ts';
import type { BulkAction } from './content/editor.ts';
import type { ToastMessage } from './ui/toast.ts';

const failed = (title: string, description: string) =>
  ({ title, description, variant: 'destructive' }) as const satisfies ToastMessage;
const done = (title: string, description: string) =>
  ({ title, description, variant: 'success' }) as const satisfies ToastMessage;

/** Every toast of specification §8, word for word, by name. */
export const MESSAGES = {
  mailNotConfigured: failed('Email Configuration Required', 'Please configure your EmailJS settings first.'),
  enquiryFailed: failed('Failed to Send Message', 'Please try again or contact us directly via phone/email.'),
  enquirySent: done('Message Sent Successfully!', "We'll get back to you within 24 hours."),

  invalidEmail: failed('Invalid Email', 'Please enter a valid email address.'),
  invalidPassword: failed('Invalid Password', 'Password must be at least 6 characters long.'),
  weakPassword: failed('Weak Password', 'Password must be at least 6 characters long.'),
  signInFailed: failed('Sign In Error', 'Failed to sign in. Please check your credentials.'),
  signedIn: done('Success', 'Signed in successfully!'),
  signUpFailed: failed('Sign Up Error', 'Failed to create account. Please try again.'),
  accountExists: failed('Account Exists', 'An account with this email already exists. Please sign in instead.'),
  signedUp: done('Success', 'Account created successfully! Please check your email to verify your account.'),

  fetchPostsFailed: failed('Error', 'Failed to fetch posts'),
  fetchCategoriesFailed: failed('Error', 'Failed to fetch categories'),
  fetchTestimonialsFailed: failed('Error', 'Failed to fetch testimonials'),
  savePostFailed: failed('Error', 'Failed to save post'),
  saveCategoryFailed: failed('Error', 'Failed to save category'),
  saveTestimonialFailed: failed('Error', 'Failed to save testimonial'),
  deletePostFailed: failed('Error', 'Failed to delete post'),
  deleteCategoryFailed: failed('Error', 'Failed to delete category'),
  deleteTestimonialFailed: failed('Error', 'Failed to delete testimonial'),
  postCreated: done('Success', 'Post created successfully!'),
  postUpdated: done('Success', 'Post updated successfully!'),
  postDeleted: done('Success', 'Post deleted successfully!'),
  categoryCreated: done('Success', 'Category created successfully!'),
  categoryUpdated: done('Success', 'Category updated successfully!'),
  categoryDeleted: done('Success', 'Category deleted successfully!'),
  testimonialCreated: done('Success', 'Testimonial created successfully!'),
  testimonialUpdated: done('Success', 'Testimonial updated successfully!'),
  testimonialDeleted: done('Success', 'Testimonial deleted successfully!'),
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

/** Toasts of the account screens beyond the specification. */
export const ACCOUNT_MESSAGES = {
  addressConfirmed: done('Address confirmed', 'Your e-mail address is confirmed, and you are signed in.'),
  signedInByLink: done('Success', 'Signed in successfully!'),
  linkExpired: failed(
    'This link no longer works',
    'It has expired or was used before. If you have confirmed your address already, simply sign in; otherwise ask for a new link on the sign-in page.',
  ),
  linkFailed: failed('The link could not be read', 'Open it again from the message, or sign in with your password.'),
  recoverySent: done(
    'Check your e-mail',
    'If an account has this address, a link to choose a new password is on its way.',
  ),
  recoveryFailed: failed('Error', 'The link could not be sent. Please try again.'),
  confirmationSent: done(
    'Check your e-mail',
    'If this address still waits for confirmation, a new link is on its way.',
  ),
  confirmationFailed: failed('Error', 'The link could not be sent. Please try again.'),
  passwordChanged: done('Success', 'Your new password is saved.'),
  passwordFailed: failed('Error', 'The new password could not be saved. Please try again.'),
  appEnrolled: done('Success', 'The app is set up. You are asked for its codes from now on.'),
  appRemoved: done('Success', 'The app is removed.'),
} as const;

const BULK_RESULTS = {
  published: 'published',
  archived: 'archived',
  delete: 'deleted',
} as const satisfies Record<BulkAction, string>;

/** Toasts of the dashboard beyond the specification. */
export const DASHBOARD_MESSAGES = {
  bulkDone: (action: BulkAction, changed: number, of: number) =>
    changed === of
      ? done('Success', `${countOf(of, 'post')} ${BULK_RESULTS[action]}.`)
      : failed(
          'Error',
          `${changed} of ${countOf(of, 'post')} ${BULK_RESULTS[action]}. The others are gone, or you may not change them.`,
        ),
  bulkFailed: failed('Error', 'Nothing was changed. Please try again.'),
  postDuplicated: done('Success', 'The copy is a draft, and open now.'),
  duplicatePostFailed: failed('Error', 'The post could not be duplicated.'),
  postGone: failed('Error', 'This post is gone. It may be under Recently deleted.'),
  versionRestored: done('Success', 'The earlier version is back.'),
  restoreVersionFailed: failed('Error', 'The earlier version could not be restored.'),
  restoreVersionConflict: failed('Error', 'Somebody else saved this post while you were writing'),
  itemRestored: done('Success', 'It is back as it was.'),
  restoreItemFailed: failed('Error', 'It could not be restored.'),
  pictureDeleted: done('Success', 'Picture deleted successfully!'),
  deletePictureFailed: failed('Error', 'Failed to delete picture'),

  fetchAccountsFailed: failed('Error', 'Failed to fetch accounts'),
  fetchActivityFailed: failed('Error', 'Failed to fetch the activity'),
  adminGranted: (email: string) => done('Success', `${email} is an administrator now.`),
  adminRevoked: (email: string) => done('Success', `${email} is no longer an administrator.`),
  changeRightsFailed: failed('Error', 'Failed to change the rights'),
  lastAdministrator: failed('Error', 'The last administrator cannot be removed. Make another one first.'),
  invited: (email: string) => done('Success', `The invitation to ${email} is on its way.`),
  invitedWithoutRights: (email: string) =>
    failed(
      'Error',
      `The invitation is on its way, but ${email} could not be made an administrator. Try again in the list.`,
    ),
  inviteFailed: (reason: string) => failed('Error', reason),
  mfaRequired: done('Success', 'Every administrator must use MFA now.'),
  mfaNotRequired: done('Success', 'MFA is no longer required.'),
  changeMfaPolicyFailed: failed('Error', 'Failed to change the setting'),
  mfaPolicyNeedsOwnMfa: failed('Error', 'Set up MFA for your own account first; then it can be required of all.'),
} as const;
