import { countOf } from '#contract/amounts.ts';

/** The tab of accounts and administrators. */
export const users = {
  tab: 'Users',
  heading: 'Accounts',
  loading: 'Loading accounts',
  failed: 'The accounts could not be loaded.',
  empty: 'No account matches.',
  count: (n: number) => countOf(n, 'account'),
  search: 'Search by address',
  columns: { account: 'Account', rights: 'Rights', lastSignIn: 'Last sign-in' },
  you: 'you',
  administrator: 'Administrator',
  noRights: 'No rights',
  mfa: 'MFA',
  /** By the state of the account; `date` is that of the invitation. */
  states: {
    confirmed: () => '',
    invited: (date: string) => `Invited on ${date}`,
    unconfirmed: () => 'Address not confirmed',
  },
  /** For a confirmed account. */
  cannotSignIn: 'Banned, or without a password',
  /** An account that was opened anonymously or by a wallet. */
  withoutAddress: 'No email address',
  since: (date: string) => `Since ${date}`,
  never: 'Never',
  grant: 'Make administrator',
  revoke: 'Remove as administrator',
  grantQuestion: (email: string) => `Make ${email} an administrator? They can then change everything on the site.`,
  /** Added to the question above. */
  confirmation: {
    sign_up_mail: (date: string) => `The address was confirmed on ${date} by the link of the sign-up mail.`,
    invitation: (date: string) => `The address was confirmed on ${date} by the link of an invitation.`,
    recovery_mail: (date: string) =>
      `The address was confirmed on ${date} by the link of a message for a new password.`,
    email_change_mail: (date: string) => `The address was confirmed on ${date} by the links of a change of address.`,
    operator: (date: string) => `The address was confirmed on ${date} by the operator of the site.`,
    provider: (date: string) => `The address was confirmed on ${date} by a sign-in at a provider such as Google.`,
    not_asked: (date: string) => `The address was never confirmed: confirmation was switched off on ${date}.`,
    unknown: (date: string) => `The address was confirmed on ${date}; how is not recorded.`,
    invited: (date: string) =>
      `The address is not confirmed yet: they were invited on ${date}, and only that message opens the account.`,
  },
  revokeQuestion: (email: string) => `Remove ${email} as an administrator? They can no longer change anything.`,
  revokeSelfQuestion:
    'Remove yourself as an administrator? You can change nothing any more, and only another administrator can let you back in.',
  inviteAgain: 'Invite again',
  /** After each the address or name, for screen readers. */
  exportData: 'Export data',
  deleteAccount: 'Delete',
  deleteQuestion: (name: string) =>
    `Delete the account ${name}? Its sessions, its MFA and its address in the activity list and in versions of posts go with it, and messages that have not left. This cannot be undone. Posts and pictures stay.`,
  exportName: (id: string) => `account-${id}.json`,
  invite: {
    heading: 'Invite somebody',
    text: 'They get a message with a link that opens an account and lets them choose a password.',
    email: 'Email address',
    asAdmin: 'Make them an administrator',
    submit: 'Send invitation',
    busy: 'Sending...',
    errors: {
      email: 'Please enter a valid email address.',
      email_exists: 'This address already has an account. Find it in the list.',
      over_email_send_rate_limit: 'A message went to this address a moment ago. Wait a minute before you send another.',
      over_request_rate_limit: 'There were too many requests. Wait a few minutes, then try again.',
      not_admin:
        'This backend lets invitations be sent only from its own dashboard (Authentication, Users, Invite). Once the person has confirmed the address, make them an administrator here.',
      unreachable: 'The server did not answer. Nothing was sent.',
      unknown: 'The invitation could not be sent. Try again in a moment.',
    } as Record<string, string>,
  },
  policy: {
    heading: 'Multi-factor authentication (MFA) for all',
    label: 'Every administrator needs MFA',
    on: 'An administrator without MFA is asked to set it up before the dashboard opens.',
    off: 'Each administrator decides whether to use MFA.',
    question: 'Require MFA of every administrator? Those without it are asked to set it up at their next visit.',
  },
} as const;
