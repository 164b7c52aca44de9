import type { EnquiryField } from '#contract/forms/enquiry.ts';
import { countOf } from '#contract/amounts.ts';
import { firm, type PhoneNumber } from './firm.ts';
import { NEW_TAB } from './new-tab.ts';
import type { Link, PageMeta } from './page.ts';

type FieldWords = { label: string; hint?: string; errors: Partial<Record<'required' | 'invalid-email', string>> };

export type DirectContactWords = { name: string; subject: string; phone: PhoneNumber };

export type ContactContent = PageMeta & {
  heading: string;
  lead: string;
  form: {
    heading: string;
    fields: Record<EnquiryField, FieldWords>;
    optional: string;
    /** The browser cuts no text; the error says how many characters are too many. */
    tooLong: (tooMany: number) => string;
    errorSummary: string;
    submit: string;
    sending: string;
    /** Ends with the link. */
    privacy: { text: string; link: Link };
    /** Beside the field that people do not see, for those whose browser shows it all the same. */
    trap: string;
    /** The visitor's address has sent too much; `call` and `write` stand before the phone and the email. */
    tooMany: { title: string; text: string; call: string; write: string };
  };
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

export const contact: ContactContent = {
  metaTitle: 'Contact the offices in India and Philadelphia',
  metaDescription:
    'Write to us or call our offices in Jaipur, Gurugram, Delhi and Philadelphia: the enquiry form, phone numbers, addresses and a map of the main office.',
  heading: 'Contact us',
  lead: 'A few lines are enough to begin: what it concerns, and where.',
  form: {
    heading: 'Send us a message',
    fields: {
      name: { label: 'Full Name', errors: { required: 'Enter your full name.' } },
      email: {
        label: 'Email Address',
        errors: {
          required: 'Enter your email address.',
          'invalid-email': 'Enter an email address in the form name@company.com.',
        },
      },
      phone: { label: 'Phone Number', hint: 'With the country code, if outside India.', errors: {} },
      message: {
        label: 'Message',
        hint: 'Please leave out passwords, bank details and identity numbers.',
        errors: { required: 'Write a message.' },
      },
    },
    optional: 'optional',
    tooLong: (tooMany) => `Please shorten this by ${countOf(tooMany, 'character')}.`,
    errorSummary: 'Please check these fields:',
    submit: 'Send Message',
    sending: 'Sending...',
    privacy: {
      text: 'We use your name, address and message only to answer you. They reach us through an email delivery service. Where they are kept, how to withdraw them and how to complain:',
      link: { label: 'Privacy', href: '/privacy' },
    },
    trap: 'Please leave this field empty',
    tooMany: {
      title: 'Not sent: too many messages at once',
      text: 'Several messages came from your connection in a short time, so this one was held back. It is still in the form: send it again in ten minutes, or reach us now.',
      call: 'Call',
      write: 'Write to',
    },
  },
  direct: {
    heading: 'Speak to us directly',
    contacts: [
      { ...firm.people.managing, subject: 'General and pending matters' },
      { ...firm.people.trade, subject: 'Foreign trade and customs' },
      { ...firm.people.tax, subject: 'FEMA and international tax' },
      { ...firm.people.usa, subject: 'USA desk' },
    ],
    emailHeading: 'By email',
    emails: firm.shownEmails,
    whatsApp: { label: 'WhatsApp', phone: firm.whatsApp, newTab: NEW_TAB },
    call: 'Call',
  },
  promise: { heading: 'Quick Response Promise', text: firm.replyPromise },
  offices: {
    heading: 'Our offices',
    directions: 'Get directions',
    // Follows the word above for screen readers: "Get directions to Delhi".
    distinguish: 'to',
  },
  map: {
    heading: `Find the main office in ${firm.address.city}`,
    title: `Map of the main office in ${firm.address.city}`,
    held: 'Your browser asks for fewer requests or for privacy. The map comes from OpenStreetMap; nothing is requested from it until you ask.',
    show: 'Show the map',
    open: 'Open in OpenStreetMap',
  },
  visit: { hours: 'Opening hours', howToCome: 'How to come' },
};
