import { ALL_ITEM_KINDS, ITEM_KINDS } from '#contract/items.ts';
import {
  DELETED_ITEM_DAYS,
  DELIVERED_MAIL_DAYS,
  KNOWN_CLIENT_DAYS,
  MAX_LIMIT_MINUTES,
  MAILED_CODE_DAYS,
  PROVIDER_COOKIE_MINUTES,
  UNCONFIRMED_ACCOUNT_DAYS,
  UNUSED_SESSION_DAYS,
  VIEW_COUNT_DAYS,
} from '#contract/retention.ts';
import { countOf } from '#contract/amounts.ts';
import type { PrivacyWords } from '#contract/words/pages.ts';
import { currentWords } from './current-words.ts';
import { firm } from './firm.ts';
import type { ClosingCallWords } from './page.ts';

/** What the settings of this site decide. */
export type PrivacyFacts = {
  /** Days that the activity list is kept; null where the backend is hosted, which has no such period. */
  activityDays: number | null;
  /** Days that a backup is kept; null where none is made by itself. */
  backupDays: number | null;
  countsViews: boolean;
  /** Whether accounts and content are in a hosted Supabase project, and enquiries go through a hosted EmailJS account. */
  isHosted: boolean;
  hasHostedMail: boolean;
};

export type KeptEntry = { title: string; text: string; period: string };

const days = (n: number) => countOf(n, 'day');
/** One, two and three. */
const listOf = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
const minutes = (n: number) => countOf(n, 'minute');

type PrivacyContent = PrivacyWords & { heading: string; closing: ClosingCallWords };

/** What the settings do not decide. */
export const privacyWords = currentWords<PrivacyContent>('privacy', {
  heading: 'Privacy',
  metaTitle: 'Privacy',
  metaDescription:
    'What this website keeps about its visitors and users, for how long, who sees it, and how you get a copy of it or have it deleted.',
  lead: 'What this website keeps about you, for how long, and who sees it.',
  rights: {
    heading: 'Your rights',
    get paragraphs() {
      return [
        `Write to ${firm.email} to learn what this website holds of you, to have it corrected or completed, or to have it deleted. We can hand you a copy of all of it, and delete an account with everything in it that names you.`,
        `What you send through the form is your name, email address, phone number and message, for the one purpose of answering you. Sending it is your consent, which you may withdraw in the same way, by writing to ${firm.email}; we then delete the message. This notice covers messages from every country, the UK and those of the European Union among them. The website and our mailboxes are kept ${firm.dataLocation}. Ask us if you wish to read this notice in Hindi or another language of the Eighth Schedule to the Constitution.`,
        'In India these rights are the subject of the Digital Personal Data Protection Act, 2023, and of the Digital Personal Data Protection Rules, 2025, which come into force in stages. In the terms of the Act you are the Data Principal, and we are the Data Fiduciary. The Act provides for a right to access information about personal data, to its correction, completion, updating and erasure, to grievance redressal, and to nominate somebody who exercises these rights in the event of death or incapacity. These provisions are to apply by May 2027 at the latest. We answer such requests already.',
      ];
    },
    complaint:
      'Please bring a grievance to us first. If our answer does not settle it, the Act provides, once these provisions apply, for a complaint to the Data Protection Board of India.',
  },
  closing: {
    heading: 'Questions about your data?',
    lead: 'Write to us from the address that the question concerns, so that we know it is yours.',
    action: { label: 'Contact us', href: '/contact' },
  },
});

/** The words of the page, with the periods in force. */
export function privacyPage(facts: PrivacyFacts) {
  const { rights, ...words } = privacyWords;
  return {
    ...words,
    principles: {
      heading: 'In short',
      terms: [
        {
          title: 'Reading',
          text: [
            'You need no account to read the site. Public pages set no cookies, and there are no advertisements and no tracking on them. The website keeps no record of who reads what.',
            ...(facts.countsViews ? ['It counts how often each page is read.'] : []),
          ].join(' '),
        },
        {
          title: 'Writing',
          text: facts.hasHostedMail
            ? 'A message from the contact form goes to us by email, through a mail service. It is used only to answer you.'
            : 'A message from the contact form goes to us by email and is used only to answer you. The website deletes its own copy once our mail server has accepted the message.',
        },
        {
          title: 'Signing in',
          text: 'Only people who write on the site need an account. What is kept of it is listed below, with the time after which it is deleted.',
        },
      ],
    },
    kept: {
      heading: 'What is kept, and for how long',
      intro: 'The website deletes what is older than these periods by itself.',
      periodLabel: 'Kept',
      entries: [
        ...enquiryEntries(facts),
        ...viewEntries(facts),
        ...accountEntries(facts),
        ...recordEntries(facts),
        backupEntry(facts),
      ],
    },
    inBrowser: {
      heading: 'What is kept in your browser',
      intro: 'None of it is used to recognise visitors. You can delete it in the settings of your browser at any time.',
      entries: browserEntries,
    },
    others: { heading: 'Other companies', terms: otherTerms(facts) },
    rights: {
      heading: rights.heading,
      paragraphs: [
        ...rights.paragraphs,
        `Grievance Officer: ${firm.grievanceOfficer.name}, ${firm.grievanceOfficer.email}, ${firm.grievanceOfficer.phone.display}. We answer within a month.`,
        rights.complaint,
      ],
    },
  };
}

function enquiryEntries({ hasHostedMail }: PrivacyFacts): KeptEntry[] {
  const what = 'Your name, your email address, your phone number if you give it, and what you write.';
  const entry = hasHostedMail
    ? {
        text: `${what} They are sent through EmailJS, a service of another company, which keeps them by its own rules. The website itself stores nothing of it.`,
        period: 'Not on this website',
      }
    : {
        text: `${what} They wait on the website only until our mail server has accepted the message; then text and addresses are deleted. If it cannot be delivered it waits, so that it is not lost. After delivery it is in our mailboxes, which are not part of the website.`,
        period: `Until delivered; then only the fact that a message was sent, for ${days(DELIVERED_MAIL_DAYS)}`,
      };
  return [
    { title: 'Enquiries', ...entry },
    {
      title: 'Network addresses',
      text: 'The website counts requests by network address, and attempts to sign in by account, so that nobody can overload it or guess passwords. It does not record which of them read which page.',
      period: `At most ${minutes(MAX_LIMIT_MINUTES)}`,
    },
    {
      title: 'Error reports',
      text: 'When something goes wrong, the technical cause and the address of the page are written to a log on the server; messages, names and passwords are not. The provider of the server or of a network in between may keep logs of its own.',
      period: 'As long as the log of the server',
    },
  ];
}

function viewEntries({ countsViews }: PrivacyFacts): KeptEntry[] {
  if (!countsViews) return [];
  return [
    {
      title: 'Counts of views',
      text: 'How often each page was read on a day, from which other websites readers came, which addresses had no page, and how many enquiries were sent. These are numbers only: no network address, no cookie and nothing that recognises a browser or a person.',
      period: days(VIEW_COUNT_DAYS),
    },
  ];
}

function accountEntries({ isHosted }: PrivacyFacts): KeptEntry[] {
  const account = {
    title: 'Accounts',
    text: 'Email address, time of registration and of the last sign-in, and the password as a bcrypt hash, from which it cannot be read. With multi-factor authentication, its key, encrypted, and the recovery codes as hashes. With passkeys, their public keys, names and last use. With sign-in by another company, what that company says of you, such as its identifier for you, your name and your email address.',
  };
  if (isHosted) {
    return [
      {
        ...account,
        text: `${account.text} Accounts are kept for us by Supabase, a service of another company, with the network addresses and browsers of sign-ins.`,
        period: 'Until the account is deleted',
      },
    ];
  }
  return [
    {
      ...account,
      period: `Until the account is deleted; ${days(UNCONFIRMED_ACCOUNT_DAYS)} if the address was never confirmed`,
    },
    {
      title: 'Sessions',
      text: 'While you are signed in: the network address and the browser of your last use. It ends when you sign out.',
      period: `Until you sign out, or ${days(UNUSED_SESSION_DAYS)} after the last use`,
    },
    {
      title: 'Known devices',
      text: 'From where you signed in before, as a code from which neither address nor browser can be read. It lets you in while somebody else tries passwords.',
      period: `${days(KNOWN_CLIENT_DAYS)} after the last use`,
    },
    {
      title: 'Mailed links and codes',
      text: 'Links and codes of the messages about your account, as hashes.',
      period: `Until used, or ${days(MAILED_CODE_DAYS)}`,
    },
  ];
}

function recordEntries({ activityDays }: PrivacyFacts): KeptEntry[] {
  return [
    {
      title: 'Work in the dashboard',
      text: 'Who changed what on this site, and when, with the email address and, if they chose one, a name. While somebody has a post open, others who may edit it see that too; it is deleted after an hour.',
      period: activityDays === null ? 'Until the account is deleted' : days(activityDays),
    },
    {
      title: 'Versions of posts and of facts of the firm',
      text: 'Who saved a version or commented on a draft, with the email address. When the account is deleted the address is removed; the version or comment stays.',
      period: 'As long as the post or the site, or until the account is deleted',
    },
    {
      title: `Deleted ${listOf(ALL_ITEM_KINDS.map((kind) => ITEM_KINDS[kind].names[1]))}`,
      text: 'They can be restored for a time, also testimonials with the name and the company in them.',
      period: days(DELETED_ITEM_DAYS),
    },
  ];
}

function backupEntry({ backupDays }: PrivacyFacts): KeptEntry {
  return {
    title: 'Backups',
    text: 'A backup holds what was on the website when it was made. What is deleted here is in it until the backup is replaced by a later one.',
    period: backupDays === null ? 'Until replaced' : days(backupDays),
  };
}

const browserEntries: readonly KeptEntry[] = [
  {
    title: 'Your session',
    text: 'If you sign in: the proof that you are signed in, and whether the dashboard is shown in the menu (local storage).',
    period: 'Until you sign out',
  },
  {
    title: 'Unsaved work',
    text: 'If you write in the dashboard: texts that are not saved yet, and how you like the editor (local storage).',
    period: 'Until saved or discarded; the choice of editor until you change it',
  },
  {
    title: 'Notices',
    text: 'A notice that is on the screen when you go to the next page, so that you can read it there (session storage).',
    period: 'Until the next page',
  },
  {
    title: 'Sign-in by another company',
    text: 'If you choose it: one cookie that ties the way there and back to your browser.',
    period: `At most ${minutes(PROVIDER_COOKIE_MINUTES)}`,
  },
];

function otherTerms({ isHosted, hasHostedMail }: PrivacyFacts) {
  return [
    {
      title: 'Before you ask',
      text: 'No page requests anything from another company before you ask for it, with two exceptions: the map on the contact page, as described below, and a picture in an article that is kept on another website, which then sees that your browser asked for it. Fonts, scripts and drawings are our own.',
    },
    ...(isHosted || hasHostedMail
      ? [
          {
            title: 'Services behind this website',
            text: [
              ...(isHosted ? ['Content and accounts are kept by Supabase.'] : []),
              ...(hasHostedMail ? ['Enquiries are sent through EmailJS.'] : []),
              'Your browser talks to them directly when you use those parts.',
            ].join(' '),
          },
        ]
      : []),
    {
      title: 'When you ask',
      text: 'The map on the contact page comes from OpenStreetMap. It is requested when you scroll to it; with Save-Data or Global Privacy Control, when you press its button. Links to social networks, WhatsApp and directions lead to other websites. Sign-in with another company, where it is offered, takes you there. Their own privacy terms then apply.',
    },
    {
      title: 'Who sees what we keep',
      text: 'Enquiries: the people who read the mailbox they go to. Accounts and the record of changes: the administrators of this site. Technically also those who run the server for us.',
    },
  ];
}
