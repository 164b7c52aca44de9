import { countOf } from '#contract/amounts.ts';

/** The words of multi-factor authentication: sign-in, set-up, recovery codes. */
export const mfa = {
  /** /auth, after the password. */
  form: {
    heading: 'Multi-factor authentication',
    text: (issuer: string) => `Open your authenticator app and enter the code that it shows for ${issuer}.`,
    app: 'Authenticator app',
    code: 'Six-digit code',
    submit: 'Continue',
    busy: 'Checking...',
    toRecoveryCode: 'Use a recovery code',
    toApp: 'Use the authenticator app',
    recoveryText: 'Enter one of the recovery codes that you kept. It works once.',
    recoveryCode: 'Recovery code',
    signOut: 'Sign in as somebody else',
    unnamed: 'Authenticator app',
  },
  /** In place of the dashboard, where MFA is required and the account has none. */
  required: {
    heading: 'Set up multi-factor authentication',
    text: 'The people of this dashboard sign in with a password and a code from an app on their phone. Set it up now.',
  },
  own: {
    heading: 'Your sign-in',
    none: 'After your password you are asked for nothing else. Multi-factor authentication (MFA) protects the account even if someone learns your password.',
    some: 'After your password you are asked for a code from one of these apps.',
    since: (date: string) => `since ${date}`,
    add: 'Set up an authenticator app',
    addAnother: 'Set up another app',
    remove: 'Remove',
    removing: 'Removing...',
    removeQuestion: (name: string) => `Remove “${name}”? Its codes stop working at once.`,
    removeLastQuestion: (name: string) =>
      `Remove “${name}”? You then sign in with your password alone, and the recovery codes stop working.`,
  },
  enrol: {
    heading: 'Set up an authenticator app',
    nameText:
      'You need an app that makes codes: Google Authenticator, Microsoft Authenticator, 1Password, Aegis or any other.',
    name: 'Name of the app or device',
    nameHint: 'To tell it from others, such as “Phone”.',
    nameDefault: 'Phone',
    begin: 'Continue',
    beginning: 'One moment...',
    scan: 'Scan this picture with the app, or type the key into it.',
    qrCode: 'QR code for the authenticator app; the key below says the same.',
    key: 'Key',
    openApp: 'Open in an app on this device',
    code: 'Six-digit code that the app shows now',
    verify: 'Verify',
    verifying: 'Checking...',
    cancel: 'Cancel',
  },
  codes: {
    heading: 'Recovery codes',
    left: (n: number, total: number) => {
      if (n === 0) return 'All recovery codes are used up. Make new ones.';
      return n === 1 ? 'One recovery code is left.' : `${n} of ${countOf(total, 'recovery code')} are left.`;
    },
    none: 'There are no recovery codes yet. Without them a lost phone locks you out until somebody with access to the server helps.',
    make: 'Make recovery codes',
    renew: 'Make new codes',
    renewQuestion: 'Make new recovery codes? The old ones stop working at once.',
    making: 'One moment...',
    shownHeading: 'Keep these recovery codes',
    shownText:
      'Each of them works once in place of the app, should the phone be lost. They are shown only now: print them or keep the file where you keep passwords.',
    download: 'Download',
    print: 'Print',
    fileName: 'recovery-codes.txt',
    fileHeading: (email: string, site: string) => `Recovery codes of ${email} for ${site}. Each works once.`,
    done: 'I have kept them',
  },
} as const;
