import { countOf } from '#contract/amounts.ts';

/** The notice above the dashboard when messages were not delivered. */
export const mail = {
  title: (count: number) => `${countOf(count, 'message')} could not be delivered`,
  text: 'Nothing is lost. The System tab shows why each one did not arrive, and tries it again.',
  enquiries: 'Enquiries are among them, which nobody has read yet: the System tab shows their text.',
  openSystem: 'Open the System tab',
  show: 'Show them',
  /** In the editor, where the notice is one line. */
  open: 'See why',
  putAway: 'Put away',
  putAwayHint: 'Until another message fails, on this device.',
  more: (count: number) => `The oldest ${count} are shown.`,
  /** By the kind of the message; a kind without words here shows its name. */
  kinds: {
    enquiry: 'Enquiry',
    confirmation: 'Confirmation of an address',
    add_address: 'Address for an account',
    recovery: 'New password',
    email_change: 'Change of address',
    invite: 'Invitation',
    magic_link: 'Sign-in link',
    reauthentication: 'Code to confirm a change',
    undeliverable: 'Report of undelivered mail',
  } as Record<string, string>,
  to: (recipient: string) => `to ${recipient}`,
  since: (date: string) => `Since ${date}`,
  nextTry: (date: string) => `next try ${date}`,
  tryingNow: 'being tried now',
  noServer: 'waits for a mail server: SMTP_URL is not set',
  givenUp: 'automatic attempts have ended',
  failed: 'The delivery status could not be checked.',
  checkAgain: 'Check again',
  checking: 'Checking...',
} as const;
