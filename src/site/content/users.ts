import { countOf } from '#contract/amounts.ts';

export const users = {
  tab: 'Users',
  heading: 'Accounts',
  loading: 'Loading accounts',
  failed: 'The accounts could not be loaded.',
  empty: 'No account matches.',
  count: (n: number) => countOf(n, 'account'),
  search: 'Search by name or address',
  columns: { account: 'Account', rights: 'Rights', lastSignIn: 'Last sign-in' },
  you: 'you',
  administrator: 'Administrator',
  writer: 'Writer',
  noRights: 'No rights',
  mfa: 'MFA',
  addressNotConfirmed: 'Address not confirmed',
  invitedUntil: (date: string, until: string) => `Invited on ${date}, valid until ${until}`,
  invitedExpired: (date: string) => `Invited on ${date}, expired`,
  /** For a confirmed account. */
  banned: 'Banned',
  noPassword: 'No password',
  /** An account that was opened anonymously or by a wallet. */
  withoutAddress: 'No email address',
  since: (date: string) => `Since ${date}`,
  never: 'Never',
  roles: {
    admin: {
      grant: 'Make administrator',
      revoke: 'Remove as administrator',
      grantQuestion: (email: string) => `Make ${email} an administrator? They can then change everything on the site.`,
      revokeQuestion: (email: string) => `Remove ${email} as an administrator? They can no longer change anything.`,
    },
    writer: {
      grant: 'Make writer',
      revoke: 'Remove as writer',
      grantQuestion: (email: string) =>
        `Make ${email} a writer? They can then write drafts, and only an administrator publishes them.`,
      revokeQuestion: (email: string) =>
        `Remove ${email} as a writer? They can no longer open their drafts, which stay.`,
    },
  },
  /** Added to the question before a role is given. */
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
  revokeSelfQuestion:
    'Give up your rights as an administrator? You can publish and change nothing of others any more, and only another administrator can let you back in.',
  inviteAgain: 'Invite again',
  withdraw: 'Withdraw invitation',
  withdrawQuestion: (email: string) => `Withdraw the invitation of ${email}? Its link stops working at once.`,
  /** After each the address or name, for screen readers. */
  exportData: 'Export data',
  deleteAccount: 'Delete',
  deleteQuestion: (name: string) =>
    `Delete the account ${name}? Its sessions, its MFA and its address in the activity list and in versions of posts go with it, and messages that have not left. This cannot be undone. Posts and pictures stay.`,
  exportName: (id: string) => `account-${id}.json`,
  invite: {
    heading: 'Invite somebody',
    text: 'They get a message with a link that opens an account and lets them choose a password. It is valid for a week.',
    email: 'Email address',
    role: 'Role',
    roles: {
      none: 'No rights yet',
      writer: 'Writer: writes drafts, and asks for their review',
      admin: 'Administrator: changes everything on the site',
    },
    /** After "made an account for you". */
    as: { writer: 'a writer', admin: 'an administrator' },
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
  ownName: {
    heading: 'Your name',
    text: 'Others in the dashboard see this name where you wrote or changed something.',
    choice: 'Shown as',
    address: 'My email address',
    other: 'Another name',
    name: 'Name',
    errors: { empty: 'Enter a name.', refused: 'Use 80 characters or less, without unusual invisible characters.' },
    submit: 'Save the name',
    busy: 'Saving...',
  },
  policy: {
    heading: 'Multi-factor authentication (MFA) for all',
    label: 'Every administrator and writer needs MFA',
    on: 'Whoever has no MFA is asked to set it up before the dashboard opens.',
    off: 'Each administrator and writer decides whether to use MFA.',
    question:
      'Require MFA of every administrator and writer? Those without it are asked to set it up at their next visit.',
  },
} as const;
