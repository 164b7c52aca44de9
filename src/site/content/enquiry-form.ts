import type { EnquiryField } from '#contract/forms/enquiry.ts';
import { countOf } from '#contract/amounts.ts';

type FieldWords = { label: string; hint?: string; errors: Partial<Record<'required' | 'invalid-email', string>> };

const fields: Readonly<Record<EnquiryField, FieldWords>> = {
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
};

/** The form of the contact page runs in the browser, which needs no more of the page's words than these. */
export const enquiryForm = {
  heading: 'Send us a message',
  fields,
  optional: 'optional',
  /** The browser cuts no text; the error says how many characters are too many. */
  tooLong: (tooMany: number) => `Please shorten this by ${countOf(tooMany, 'character')}.`,
  errorSummary: 'Please check these fields:',
  submit: 'Send Message',
  sending: 'Sending...',
  /** Ends with the link. */
  privacy: {
    text: 'We use your name, email address, phone number and message only to answer you. They reach us through an email delivery service. Where they are kept, how to withdraw them and how to complain:',
    link: { label: 'Privacy', href: '/privacy' },
  },
  /** Beside the field that people do not see, for those whose browser shows it all the same. */
  trap: 'Please leave this field empty',
  /** The visitor's address has sent too much; `call` and `write` stand before the phone and the email. */
  tooMany: {
    title: 'Not sent: too many messages at once',
    text: 'Several messages came from your connection in a short time, so this one was held back. It is still in the form: send it again in ten minutes, or reach us now.',
    call: 'Call',
    write: 'Write to',
  },
};
