import type { FindingState } from '#contract/system.ts';
import { countOf } from '#contract/amounts.ts';

const needing = (count: number) => `${countOf(count, 'thing')} ${count === 1 ? 'needs' : 'need'} action`;
const worthALook = (count: number) => `${countOf(count, 'thing')} ${count === 1 ? 'is' : 'are'} worth a look`;

/** The tab that says how the site is running. The findings themselves are the server's sentences. */
export const system = {
  tab: 'System',
  hosted: {
    heading: 'A hosted project',
    text: 'The data of this site lies in a hosted Supabase project, which makes its own backups and watches itself: look at its dashboard at Supabase. Whoever runs the web server can check the server with npm run doctor.',
  },
  checks: {
    heading: 'Checks',
    loading: 'Checking the site; this takes a few seconds',
    failed: 'The site could not be checked.',
    count: (n: number) => countOf(n, 'check'),
    checked: (date: string) => `Checked on ${date}`,
    again: 'Check again',
    busy: 'Checking...',
    states: {
      good: 'In order',
      warning: 'Worth a look',
      bad: 'Needs action',
      skipped: 'Not checked',
    } as Record<FindingState, string>,
    allGood: 'Everything is in order.',
    /** At least one of the two is not zero. */
    summary: (bad: number, warnings: number) =>
      bad === 0
        ? `${worthALook(warnings)}. Nothing is broken.`
        : `${[needing(bad), ...(warnings > 0 ? [worthALook(warnings)] : [])].join(', and ')}.`,
    remedy: 'What to do',
    inOrder: 'In order',
  },
  mail: {
    heading: 'Mail that has not arrived',
    loading: 'Loading the messages',
    failed: 'The messages could not be loaded.',
    empty: 'Every message has arrived.',
    count: (n: number) => countOf(n, 'message'),
    columns: { message: 'Message', state: 'State', since: 'Since' },
    states: { waiting: 'Waiting', rejected: 'Rejected', givenUp: 'Attempts ended' },
    tries: (count: number) => (count === 1 ? 'tried once' : `tried ${count} times`),
    notTried: 'not tried yet',
    read: 'Read',
    enquiry: 'Waiting enquiry',
    readLoading: 'Loading the enquiry',
    readFailed: 'The enquiry could not be loaded. It may have been delivered meanwhile.',
    replyTo: (address: string) => `Answer to ${address}`,
    close: 'Close the enquiry',
    retry: 'Try again',
    retryAll: 'Try all again',
    more: (shown: number) => `The oldest ${shown} are shown.`,
    test: 'Send me a test message',
    testing: 'Sending...',
    tested: (address: string) =>
      `The mail server took a test message to ${address}. If it does not arrive in a few minutes, look in the spam folder.`,
    testFailed: 'The test message could not be sent',
  },
  backups: {
    heading: 'Backups',
    loading: 'Loading the backups',
    failed: 'The list of backups could not be loaded.',
    empty: 'No backup has been made yet.',
    advice: 'The site makes one each day, the first an hour after a start, unless BACKUP_EVERY says otherwise.',
    make: 'Back up now',
    making: 'Backing up...',
    count: (n: number) => countOf(n, 'backup'),
    summary: (made: string, tried: string) => `Last made on ${made}; ${tried}`,
    tried: (date: string) => `one was tested on ${date}`,
    neverTried: 'none tested yet',
    columns: { file: 'File', state: 'State', size: 'Size', made: 'Made' },
    running: 'Being made',
    error: 'Failed',
    verified: 'Tested',
    verifiedOn: (date: string) => `on ${date}`,
    unverified: 'Not tested',
    encrypted: 'Encrypted',
    download: 'Download',
    whyNoDownload:
      'Only encrypted backups can be downloaded, because a backup holds the keys of the site: set BACKUP_PASSPHRASE, and the next ones are encrypted.',
  },
};
