import { html } from 'hono/html';
import { z } from 'zod';
import { MailError } from '#backend/mail/errors.ts';
import type { OutgoingMail } from '#backend/mail/outbox.ts';
import {
  ENQUIRY_FIELDS,
  type Enquiry,
  type EnquiryField,
  type EnquirySign,
  mapEnquiryFields,
  validateEnquiry,
} from '#contract/forms/enquiry.ts';
import { formatIndiaTime } from '#contract/date.ts';
import { ENQUIRY_LINE_MAX_LENGTH } from '#contract/limits.ts';
import { firm } from '#site/content/firm.ts';

/** The template variables of an enquiry. `toName` is the name that the mail greets. */
export type SentEnquiry = Enquiry & {
  toName: string;
  /** Set when the site took the sender for a program. */
  sign?: EnquirySign;
};

const VARIABLES = Object.values(ENQUIRY_FIELDS).map((field) => field.variable);
const variable = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform((value) => value ?? '');
/** The variables of the fields, and two more. */
const templateParams = z.object({
  ...(Object.fromEntries(VARIABLES.map((name) => [name, variable])) as Record<
    (typeof VARIABLES)[number],
    typeof variable
  >),
  to_name: variable,
  // Not part of EmailJS: the site sends it only with an enquiry that looks automated.
  check: variable,
});

const FIELD_ERRORS: Partial<Record<EnquiryField, string>> = {
  name: 'The from_name variable is required',
  email: 'The from_email variable must be an e-mail address',
  message: 'The message variable is required',
};

/** Where a mail goes, the site it comes from, and when the enquiry was sent. */
type Occasion = { to: string; siteUrl: string; now: Date };

/** The template of the embedded EmailJS endpoint: the mail of an enquiry to one recipient. Throws as `readTemplateParams`. */
export function composeEnquiryMail(variables: Record<string, unknown>, occasion: Occasion): Promise<OutgoingMail> {
  return composeEnquiry(readTemplateParams(variables), occasion);
}

/**
 * Reads an enquiry from the template variables. Control characters, and line breaks in one-line fields, are removed.
 * Throws MailError `template_params_invalid` or `variable_invalid` (protocol.md 5).
 */
export function readTemplateParams(variables: Record<string, unknown>): SentEnquiry {
  const { data: params } = templateParams.safeParse(variables);
  if (!params) throw new MailError('template_params_invalid');
  const enquiry = mapEnquiryFields((field, { maxLength }) => {
    const text = params[ENQUIRY_FIELDS[field].variable];
    if (field === 'message') return cleanText(text);
    // One character more than the limit, so that a longer address is rejected instead of cut.
    return oneLine(text, field === 'email' ? maxLength + 1 : maxLength);
  });
  const [field] = Object.keys(validateEnquiry(enquiry)) as EnquiryField[];
  if (field) throw new MailError('variable_invalid', FIELD_ERRORS[field] ?? `The ${field} variable is invalid`);
  const sign = (Object.keys(SIGN_NOTES) as EnquirySign[]).find((known) => known === params.check);
  const toName = oneLine(params.to_name, ENQUIRY_LINE_MAX_LENGTH);
  return { ...enquiry, toName, ...(sign && { sign }) };
}

/** Line breaks could add a header, and bidirectional controls could disguise a name. */
function oneLine(text: string, maxLength: number): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ');
  return line.trim().slice(0, maxLength).toWellFormed();
}

function cleanText(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  return lines
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()
    .toWellFormed();
}

/**
 * Composes the mail of an enquiry as text and HTML. The visitor is in Reply-To and never in From: mail that claims to
 * come from the visitor's domain fails DMARC and is treated as spam.
 */
export async function composeEnquiry(enquiry: SentEnquiry, { to, siteUrl, now }: Occasion): Promise<OutgoingMail> {
  const greeting = enquiry.toName ? `Hello ${enquiry.toName},` : 'Hello,';
  const isAddressable = ASCII_LOCAL_PART.test(enquiry.email);
  const closing = isAddressable ? 'To answer, reply to this mail.' : `To answer, write to ${enquiry.email}.`;
  const details: [string, string][] = [
    ...LINES.map((field): [string, string] => [LABELS[field], enquiry[field] || 'not given']),
    ['Sent', formatIndiaTime(now)],
    ...(enquiry.sign ? [['Check', SIGN_NOTES[enquiry.sign]] satisfies [string, string]] : []),
  ];
  return {
    kind: 'enquiry',
    to,
    ...(isAddressable && { replyTo: enquiry.email }),
    subject: `${enquiry.sign ? '[Check] ' : ''}Enquiry from ${enquiry.name}`,
    text: composeText(greeting, details, enquiry.message, closing),
    html: await composeHtml(greeting, details, enquiry.message, closing, siteUrl),
  };
}

/** The lines before the message. */
const LABELS: Record<Exclude<EnquiryField, 'message'>, string> = { name: 'Name', email: 'Email', phone: 'Phone' };
const LINES = Object.keys(LABELS) as (keyof typeof LABELS)[];

/** Notes for the recipient; such an enquiry may still come from a person. */
const SIGN_NOTES = {
  trap: 'may be automated: a hidden field was filled in',
  haste: 'may be automated: the form was open for less than two seconds',
} as const satisfies Record<EnquirySign, string>;

const OPENING = 'A new enquiry from the website:';
/** Other characters before the @ of a header need SMTPUTF8 (RFC 6531), without which servers may refuse the mail. */
const ASCII_LOCAL_PART = /^[\x21-\x7e]+@/;
const TEXT = "background:#ffffff;color:#14213d;font:16px/1.6 'Hanken Grotesk','Segoe UI',Arial,sans-serif";

function composeText(greeting: string, details: [string, string][], message: string, closing: string): string {
  const width = Math.max(...details.map(([label]) => label.length)) + 3;
  const lines = details.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`);
  return [greeting, '', OPENING, '', ...lines, '', message, '', '-- ', closing, ''].join('\n');
}

/** Looks like the account mails (supabase/templates). */
async function composeHtml(
  greeting: string,
  details: [string, string][],
  message: string,
  closing: string,
  siteUrl: string,
): Promise<string> {
  const rows = details.map(
    ([label, value]) =>
      html`<tr>
        <th align="left" valign="top" style="padding:2px 16px 2px 0;font-weight:normal;color:#565d6e">${label}</th>
        <td>${value}</td>
      </tr>`,
  );
  // Outlook does not support `white-space: pre-wrap`.
  const lines = message.split('\n').map((line) => html`${line}<br />`);
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Enquiry</title>
      </head>
      <body style="margin:0;padding:32px 16px;background:#fbf7f0">
        <div style="max-width:560px;margin:0 auto;border-top:4px solid #d9822b;padding:24px 32px 32px;${TEXT}">
          <p style="margin:0 0 24px;font:600 18px/1.25 Newsreader,Georgia,serif">
            <img
              src="${siteUrl}/apple-touch-icon.png"
              alt=""
              width="36"
              height="36"
              style="margin-right:12px;vertical-align:middle"
            />${firm.name}
          </p>
          <p>${greeting}</p>
          <p>${OPENING}</p>
          <table role="presentation" cellspacing="0" cellpadding="0">
            ${rows}
          </table>
          <p style="border-left:3px solid #d9822b;padding-left:16px">${lines}</p>
          <p style="font-size:14px;color:#565d6e">${closing}</p>
        </div>
      </body>
    </html> `;
  return page.toString();
}
