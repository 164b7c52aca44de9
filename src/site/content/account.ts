import { PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from '#contract/limits.ts';

/** `remedy`: the action offered under the form. */
export type AuthAdvice = { text: string; remedy?: 'resend' | 'recover' | 'sign-in' };

/** By the error codes of the auth service. */
const advice: Readonly<Record<string, AuthAdvice>> = {
  invalid_credentials: {
    text: 'The address or the password is not right. Passwords are case-sensitive.',
    remedy: 'recover',
  },
  email_not_confirmed: {
    text: 'This address is not confirmed yet. Open the link in the message we sent you, or ask for a new one.',
    remedy: 'resend',
  },
  user_banned: { text: 'This account is closed. Please speak to an administrator.' },
  user_already_exists: { text: 'This address already has an account.', remedy: 'sign-in' },
  over_request_rate_limit: { text: 'There were too many attempts. Wait a few minutes, then try again.' },
  over_email_send_rate_limit: {
    text: 'A message was sent a moment ago. Wait a minute and check your spam folder before you ask again.',
  },
  signup_disabled: { text: 'New accounts are not opened here. Please ask an administrator for one.' },
  email_provider_disabled: { text: 'Sign-in by password is switched off. Please speak to an administrator.' },
  validation_failed: {
    text: `The server did not accept what was typed. Check the address, and keep the password under ${PASSWORD_MAX_BYTES + 1} characters.`,
  },
  weak_password: { text: 'Choose a longer password, or one that is not so common.' },
  same_password: { text: 'This is the password you have now. Choose another.' },
  reauthentication_needed: { text: 'You signed in some time ago. Confirm with the code that was sent to you.' },
  reauthentication_not_valid: { text: 'That code is wrong or has expired.' },
  insufficient_aal: { text: 'Sign out and sign in with your MFA code first.' },
  otp_expired: { text: 'The link has expired or was used before.', remedy: 'recover' },
  session_not_found: { text: 'You are no longer signed in. Ask for a new link.', remedy: 'recover' },
  unreachable: { text: 'Nothing was sent. What you typed is still here.' },
};

export const account = {
  metaTitle: 'Admin',
  metaDescription: 'Sign-in for the staff who keep this site.',
  heading: 'Admin',
  loading: 'Loading...',
  needsJavaScript:
    'This page needs JavaScript, which your browser does not run here. Allow it for this site, then reload the page.',
  /** Over a dashboard whose session has ended. */
  signInAgain: {
    title: 'Sign in again',
    text: 'Your session has ended. What you typed is still here; sign in to go on.',
    leave: 'Leave the dashboard',
  },
  tabs: { label: 'Sign in or sign up', signIn: 'Sign In', signUp: 'Sign Up' },
  fields: {
    email: 'Email',
    password: 'Password',
    newPassword: 'New password',
    passwordHint: `Must be at least ${PASSWORD_MIN_LENGTH} characters long`,
  },
  show: { label: 'Show password', word: 'Show' },
  hide: { label: 'Hide password', word: 'Hide' },
  signIn: { submit: 'Sign In', busy: 'Signing In...', forgot: 'Forgot password?' },
  signUp: {
    submit: 'Sign Up',
    busy: 'Creating Account...',
    sent: {
      title: 'One step is left',
      text: (email: string) =>
        `We sent a link to ${email}. Open it to confirm the address. Nothing there? Check spam. If the address already has an account, no message is sent: sign in, or reset the password.`,
    },
  },
  recovery: {
    heading: 'Forgotten password',
    text: 'Enter your address. We will send a link to choose a new password.',
    submit: 'Send the link',
    busy: 'Sending...',
    back: 'Back to sign in',
    sent: {
      title: 'Check your email',
      text: (email: string) =>
        `If ${email} has an account, a link is on its way. It works once, and for a short time only.`,
    },
  },
  /** Below the form: sign-in without a password; azure is Microsoft. */
  otherWays: {
    heading: 'Without a password',
    emailLink: 'Email me a link',
    providers: { google: 'Sign in with Google', azure: 'Sign in with Microsoft' },
  },
  emailLink: {
    heading: 'Sign in by email',
    text: 'Enter your address. We will send a link that signs you in, and a code that does the same.',
    submit: 'Email me a link',
    busy: 'Sending...',
    again: 'Send it again',
    back: 'Back to sign in',
    sent: {
      title: 'Check your email',
      text: (email: string) =>
        `If ${email} has an account, a link and a code are on their way. Open the link, or type the code here; either works once, and for a short time only.`,
    },
    code: {
      label: 'Six-digit code',
      submit: 'Sign in with the code',
      busy: 'Signing in...',
      wrong: 'That code is wrong or has expired.',
    },
  },
  /** Where the links of account mails lead, by their type; `email` signs in. */
  mailedLink: {
    kinds: {
      invite: {
        heading: 'Your invitation',
        text: 'Accept it to open your account. You then choose a password.',
        submit: 'Accept the invitation',
      },
      signup: {
        heading: 'Confirm your address',
        text: 'This confirms the address of your account, and signs you in.',
        submit: 'Confirm the address',
      },
      recovery: {
        heading: 'A new password',
        text: 'Go on to choose a new password for your account.',
        submit: 'Choose a new password',
      },
      email: {
        heading: 'Sign in by email',
        text: 'This signs you in, in this browser.',
        submit: 'Sign in',
      },
      email_change: {
        heading: 'Change of address',
        text: 'This confirms the new address of your account.',
        submit: 'Confirm the change',
      },
    },
    busy: 'One moment...',
    toCode: 'Use the code from the message',
    toLink: 'Use the link instead',
    code: { text: 'Type your address and the six-digit code from the message. The code is valid for an hour.' },
    half: {
      title: 'One step is left',
      text: 'The link is accepted. Now open the one that went to your other address.',
    },
    expired: {
      invite:
        'It has expired, was used before or was withdrawn. Ask whoever invited you to send another. If you have chosen a password already, sign in.',
      signup:
        'It has expired or was used before. Sign in with your password: if the address is still to be confirmed, you are offered another link.',
      email_change:
        'It has expired or was used before. Sign in, and ask for the change again if the old address is still shown.',
    },
  },
  newPassword: {
    heading: 'Choose a new password',
    text: 'You are signed in by the link from your email. Saving a new password signs you out in all other browsers.',
    /** For an account without a password. */
    firstText:
      'Your account has no password yet. Choose one now, so that you can sign in without a link from your email.',
    submit: 'Save the password',
    busy: 'Saving...',
    signOut: 'Sign out',
  },
  /** In the dashboard. */
  changePassword: {
    open: 'Change password',
    heading: 'Change your password',
    text: 'This browser stays signed in. Everywhere else you are signed out and need the new password.',
    submit: 'Save the password',
    busy: 'Saving...',
    cancel: 'Cancel',
    code: {
      label: 'Code from the email',
      hint: (email: string) => `A code was sent to ${email}. Type it here, then save again.`,
    },
  },
  resend: { submit: 'Send the link again', busy: 'Sending...' },
  remedies: { recover: 'Choose a new password', 'sign-in': 'Sign in' },
  /** In place of a server's message where no server answered. */
  unreachable: 'The server did not answer. Check your connection and try again.',
  advice,
};
