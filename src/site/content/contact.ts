import type { Field, PhoneNumber } from '#contract/words/firm.ts';
import type { ContactWords } from '#contract/words/pages.ts';
import { currentWords } from './current-words.ts';
import { enquiryForm } from './enquiry-form.ts';
import { firm } from './firm.ts';
import { NEW_TAB } from './new-tab.ts';
import { leaderOf } from './team.ts';

export type DirectContactWords = { name: string; subject: string; phone: PhoneNumber };

type ContactContent = ContactWords & {
  heading: string;
  form: typeof enquiryForm;
  direct: {
    heading: string;
    contacts: readonly DirectContactWords[];
    emails: readonly { label: string; email: string }[];
    whatsApp: { label: string; phone: PhoneNumber; newTab: string };
    /** Before the number of the main office. */
    call: string;
  };
  promise: { heading: string; text: string };
  offices: { heading: string; directions: string; distinguish: string };
  map: { heading: string; title: string; held: string; show: string; open: string };
  /** Beside the map. */
  visit: { hours: string; howToCome: string };
};

/** The person who leads the field; one without a number is reached by that of the firm. */
function contactOf(field: Field): DirectContactWords {
  const { name, phone } = leaderOf(field);
  return { name, subject: contact.subjects[field], phone: phone ?? firm.phone };
}

export const contact: Readonly<ContactContent> = currentWords('contact', {
  metaTitle: 'Contact the offices in India and Philadelphia',
  metaDescription:
    'Write to us or call our offices in Jaipur, Gurugram, Delhi and Philadelphia: the enquiry form, phone numbers, addresses and a map of the main office.',
  heading: 'Contact us',
  lead: 'A few lines are enough to begin: what it concerns, and where.',
  form: enquiryForm,
  direct: {
    heading: 'Speak to us directly',
    get contacts() {
      return (['managing', 'trade', 'tax', 'usa'] as const).map(contactOf);
    },
    get emails() {
      return firm.shownEmails;
    },
    get whatsApp() {
      return { label: 'WhatsApp', phone: firm.whatsApp, newTab: NEW_TAB };
    },
    call: 'Call',
  },
  subjects: {
    managing: 'General and pending matters',
    trade: 'Foreign trade and customs',
    tax: 'FEMA and international tax',
    usa: 'USA desk',
  },
  promise: {
    heading: 'Quick Response Promise',
    get text() {
      return firm.replyPromise;
    },
  },
  offices: {
    heading: 'Our offices',
    directions: 'Get directions',
    // Follows the word above for screen readers: "Get directions to Delhi".
    distinguish: 'to',
  },
  map: {
    get heading() {
      return `Find the main office in ${firm.address.city}`;
    },
    get title() {
      return `Map of the main office in ${firm.address.city}`;
    },
    held: 'Your browser asks for fewer requests or for privacy. The map comes from OpenStreetMap; nothing is requested from it until you ask.',
    show: 'Show the map',
    open: 'Open in OpenStreetMap',
  },
  visit: { hours: 'Opening hours', howToCome: 'How to come' },
  nextSteps: {
    heading: 'What happens next',
    steps: [
      {
        title: 'You write or call',
        text: 'We check for conflicts of interest, and typically reply within 24 hours with how we would approach it.',
      },
      { title: 'Papers', text: 'We ask for a short list of papers, under a confidentiality undertaking if you wish.' },
      {
        title: 'Scope',
        text: 'You receive a written scope: work, people, timetable and fees. Work begins when it is signed.',
      },
      { title: 'Work', text: 'One partner leads; you know who does the work.' },
      { title: 'Reports', text: 'We report in writing at agreed dates, and at the end hand over the file.' },
    ],
  },
});
