import { system } from './system.ts';

type LaunchItem = { id: string; name: string; text: string };

/** The tab that leads a firm from the samples to its own public site. */
export const launch = {
  tab: 'Launch',
  checks: {
    ...system.checks,
    heading: 'What the site can see',
    hosted: {
      heading: 'A hosted project',
      text: 'With a hosted Supabase project the site does not check itself here: npm run doctor on the web server does.',
    },
  },
  cleared: {
    heading: 'What a partner clears',
    intro:
      'The site cannot decide these. A partner reads what is named, has it changed where it is not true of the firm, and clears it. Only administrators see the list.',
    loading: 'Loading the list',
    failed: 'The list could not be loaded.',
    count: (done: number) => `${done} of ${LAUNCH_ITEMS.length} cleared`,
    clear: 'Mark as cleared',
    clearItem: (item: string) => `Mark as cleared: ${item}`,
    undo: 'Undo',
    undoItem: (item: string) => `Undo: ${item}`,
    cancel: 'Cancel',
    by: (name: string, date: string) => `Cleared by ${name} on ${date}`,
    open: 'To be cleared',
    name: 'Cleared by',
    date: 'On',
    errors: { name: 'Write the name of the partner.', date: 'Choose a date that is not in the future.' },
    busy: 'Saving...',
  },
};

/** What only the firm can judge. The ids are stored; docs/launch.md says in which file each text lies. */
export const LAUNCH_ITEMS: readonly LaunchItem[] = [
  {
    id: 'name',
    name: 'Name and monogram',
    text: 'The name is the one approved by the ICAI (Regulation 190), and the domain is near it. An advisory of the ICAI bars a name in the manner of a logo, and the icon of the site has the firm’s initials.',
  },
  {
    id: 'people',
    name: 'People and offices',
    text: 'Only members are called partners, others employees or associates (clause 4). Photographs are of passport style. A member is in charge of each Indian office (section 27).',
  },
  {
    id: 'numbers',
    name: 'Registration numbers',
    text: 'The number of the firm, and “CA” with the membership number, stand where the firm wants them. The note on the practice is at the foot of each page.',
  },
  {
    id: 'testimonials',
    name: 'Testimonials',
    text: 'The firm may show what clients say, and each client has agreed.',
  },
  {
    id: 'claims',
    name: 'Claims',
    text: '“Our Expert Team”, “satisfied clients”, “Why Choose” on Home and Services, “Why choose us” on Foreign Trade Policy, 10+ years, 24/7 access, a reply within 24 hours, and the sentence of the firm on Home are true and allowed.',
  },
  {
    id: 'liaison',
    name: 'Government liaison',
    text: 'An advisory of the ICAI names liaison with government offices: the page and its cards on Home and Services may stay.',
  },
  {
    id: 'independence',
    name: 'Independence',
    text: 'About says that the firm audits no entity whose books or returns it prepares, and that its fees do not depend on results.',
  },
  {
    id: 'scope',
    name: 'Scope',
    text: 'The firm offers every service and filing that is named. What it leaves to advocates, company secretaries, customs brokers or professionals abroad is removed, or says so.',
  },
  {
    id: 'privacy',
    name: 'Privacy and disclaimer',
    text: 'Counsel has read both. They are true of this software; what the firm does with messages in its own mailboxes and files is added, and languages of the notice.',
  },
  {
    id: 'logs',
    name: 'Logs',
    text: 'Decided with counsel: CERT-In’s Directions of 2022 (180 days, in India, incidents within six hours) and rule 8(3) of the DPDP Rules (one year). The privacy page and the proxy agree with it.',
  },
  {
    id: 'law',
    name: 'Law on the service pages',
    text: 'A partner has read and dated them; they rest on sources up to July 2026. Above all: CETA in force since 15 July 2026, the appeals on the Multilateral Instrument, the start of data-protection rights, section 65A of the Customs Act, RoDTEP’s validity, the RBI rules on offices, the US affiliates rule.',
  },
];
