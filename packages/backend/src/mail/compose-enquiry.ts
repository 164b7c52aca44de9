import { html } from 'hono/html';
import type { OutgoingMail } from './outbox.ts';
import type { SentEnquiry } from './read-send-request.ts';

/**
 * Composes the mail of an enquiry as text and HTML. The visitor is in Reply-To and never in From: mail that claims to
 * come from the visitor's domain fails DMARC and is treated as spam.
 */
export async function composeEnquiry(enquiry: SentEnquiry, to: string): Promise<OutgoingMail> {
  const greeting = enquiry.toName ? `Hello ${enquiry.toName},` : 'Hello,';
  const details: [string, string][] = [
    ['Name', enquiry.name],
    ['E-mail', enquiry.email],
    ['Phone', enquiry.phone || 'not given'],
    ...(enquiry.sign ? [['Check', SIGNS[enquiry.sign]] satisfies [string, string]] : []),
  ];
  return {
    kind: 'enquiry',
    to,
    replyTo: enquiry.email,
    subject: `${enquiry.sign ? '[Check] ' : ''}Enquiry from ${enquiry.name}`,
    text: composeText(greeting, details, enquiry.message),
    html: await composeHtml(greeting, details, enquiry.message),
  };
}

/** Notes for the recipient; such an enquiry may still come from a person. */
const SIGNS = {
  trap: 'perhaps sent by a program: a field that people do not see was filled in',
  haste: 'perhaps sent by a program: the form was open for less than two seconds',
} as const;

const OPENING = 'an enquiry has been sent from the website.';
const CLOSING = 'To answer, simply reply to this mail.';

function composeText(greeting: string, details: [string, string][], message: string): string {
  const lines = details.map(([label, value]) => `${`${label}:`.padEnd(9)}${value}`);
  return [greeting, '', OPENING, '', ...lines, '', message, '', '-- ', CLOSING, ''].join('\n');
}

async function composeHtml(greeting: string, details: [string, string][], message: string): Promise<string> {
  const rows = details.map(
    ([label, value]) =>
      html`<tr>
        <th align="left" style="padding:2px 16px 2px 0;font-weight:normal;color:#5b5b5b">${label}</th>
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
      <body style="font-family:Georgia,serif;font-size:16px;line-height:1.5;color:#1c1c1c">
        <p>${greeting}</p>
        <p>${OPENING}</p>
        <table role="presentation" cellspacing="0" cellpadding="0">
          ${rows}
        </table>
        <p style="border-left:3px solid #c9a24b;padding-left:16px">${lines}</p>
        <p style="color:#5b5b5b">${CLOSING}</p>
      </body>
    </html> `;
  return page.toString();
}
