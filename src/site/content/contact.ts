import type { Field, PhoneNumber } from '#contract/words/firm.ts';
import { enquiryForm, type EnquiryFormWords } from './enquiry-form.ts';
import { firm } from './firm.ts';
import { NEW_TAB } from './new-tab.ts';
import type { PageMeta } from './page.ts';
import { leaderOf } from './team.ts';

export type DirectContactWords = { name: string; subject: string; phone: PhoneNumber };

export type ContactContent = PageMeta & {
  heading: string;
  lead: string;
  form: EnquiryFormWords;
  direct: {
    heading: string;
    contacts: readonly DirectContactWords[];
    emailHeading: string;
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
function contactOf(field: Field, subject: string): DirectContactWords {
  const { name, phone } = leaderOf(field);
  return { name, subject, phone: phone ?? firm.phone };
}

export const contact: ContactContent = {
  metaTitle: 'Contact the offices in India and Philadelphia',
  metaDescription:
    'Write to us or call our offices in Jaipur, Gurugram, Delhi and Philadelphia: the enquiry form, phone numbers, addresses and a map of the main office.',
  heading: 'Contact us',
  lead: 'A few lines are enough to begin: what it concerns, and where.',
  form: enquiryForm,
  direct: {
    heading: 'Speak to us directly',
    get contacts() {
      return [
        contactOf('managing', 'General and pending matters'),
        contactOf('trade', 'Foreign trade and customs'),
        contactOf('tax', 'FEMA and international tax'),
        contactOf('usa', 'USA desk'),
      ];
    },
    emailHeading: 'By email',
    get emails() {
      return firm.shownEmails;
    },
    get whatsApp() {
      return { label: 'WhatsApp', phone: firm.whatsApp, newTab: NEW_TAB };
    },
    call: 'Call',
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
};
