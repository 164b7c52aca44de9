import type { ToastMessage } from './ui/toast.ts';

export const errorToast = (title: string, description: string) =>
  ({ title, description, variant: 'destructive' }) as const satisfies ToastMessage;
export const successToast = (title: string, description: string) =>
  ({ title, description, variant: 'success' }) as const satisfies ToastMessage;

/** The toasts of specification §8, word for word; `flatItemMessages` makes those of flat items. */
export const MESSAGES = {
  mailNotConfigured: errorToast('Email Configuration Required', 'Please configure your EmailJS settings first.'),
  enquiryFailed: errorToast('Failed to Send Message', 'Please try again or contact us directly via phone/email.'),
  enquirySent: successToast('Message Sent Successfully!', "We'll get back to you within 24 hours."),

  invalidEmail: errorToast('Invalid Email', 'Please enter a valid email address.'),
  invalidPassword: errorToast('Invalid Password', 'Password must be at least 6 characters long.'),
  weakPassword: errorToast('Weak Password', 'Password must be at least 6 characters long.'),
  signInFailed: errorToast('Sign In Error', 'Failed to sign in. Please check your credentials.'),
  signedIn: successToast('Success', 'Signed in successfully!'),
  signUpFailed: errorToast('Sign Up Error', 'Failed to create account. Please try again.'),
  accountExists: errorToast('Account Exists', 'An account with this email already exists. Please sign in instead.'),
  signedUp: successToast('Success', 'Account created successfully! Please check your email to verify your account.'),

  fetchPostsFailed: errorToast('Error', 'Failed to fetch posts'),
  savePostFailed: errorToast('Error', 'Failed to save post'),
  deletePostFailed: errorToast('Error', 'Failed to delete post'),
  postCreated: successToast('Success', 'Post created successfully!'),
  postUpdated: successToast('Success', 'Post updated successfully!'),
  postDeleted: successToast('Success', 'Post deleted successfully!'),
} as const;

/** Sentences of specification §4, §5 and §8 that are shown in a page, thrown or logged. */
export const SENTENCES = {
  notAnAdmin: 'User is not an admin',
  authOutsideProvider: 'useAuth must be used within an AuthProvider',
  notAuthenticated: 'User not authenticated',
  confirmDeletePost: 'Are you sure you want to delete this post?',
} as const;

/** Toasts of the account screens beyond the specification. */
export const ACCOUNT_MESSAGES = {
  addressConfirmed: successToast('Address confirmed', 'Your email address is confirmed, and you are signed in.'),
  linkExpired: errorToast(
    'This link no longer works',
    'It has expired or was used before. If you have already confirmed your address, sign in; otherwise ask for a new link on the sign-in page.',
  ),
  linkFailed: errorToast(
    'The link could not be read',
    'Open it again from the message, or sign in with your password.',
  ),
  recoverySent: successToast(
    'Check your email',
    'If an account has this address, a link to choose a new password is on its way.',
  ),
  linkNotSent: errorToast('Error', 'The link could not be sent. Please try again.'),
  signInCodeFailed: errorToast('Sign In Error', 'That code is wrong or has expired.'),
  signInLinkExpired: errorToast('This link no longer works', 'It has expired or was used before. Ask for a new one.'),
  providerFailed: errorToast('Sign In Error', 'The sign-in was not completed. Please try again.'),
  confirmationSent: successToast(
    'Check your email',
    'If this address still waits for confirmation, a new link is on its way.',
  ),
  passwordChanged: successToast('Success', 'Your new password is saved.'),
  passwordFailed: errorToast('Error', 'The new password could not be saved. Please try again.'),
  appEnrolled: successToast('Success', 'The app is set up. You are asked for its codes from now on.'),
  passkeyAdded: successToast('Success', 'The passkey is added. Give it a name.'),
  passkeyRemoved: successToast('Success', 'The passkey is removed. Remove it from your device too.'),
  appRemoved: successToast('Success', 'The app is removed.'),
} as const;
