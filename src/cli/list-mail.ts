import { listUndelivered } from '#backend/mail/undelivered.ts';
import type { UndeliveredMail } from '#contract/system.ts';
import type { Command } from './command.ts';
import { readDatabase } from './open-database.ts';

export const listMailCommand: Command = async ({ config, asJson, print }) => {
  const mails = await readDatabase(config, listUndelivered);
  print(asJson ? JSON.stringify(mails, null, 2) : describeMails(mails));
};

/** Each message with its state, or one line when there is none. */
export function describeMails(mails: readonly UndeliveredMail[]): string {
  if (mails.length === 0) return 'Every message has arrived.';
  return mails.map(describeMail).join('\n\n');
}

function describeMail(mail: UndeliveredMail): string {
  return [
    `${mail.id}  ${mail.kind} to ${mail.recipient}`,
    `  since ${minute(mail.created_at)}, ${describeState(mail)}`,
    ...(mail.last_error === null ? [] : [`  ${mail.last_error.replaceAll(/\s+/g, ' ')}`]),
  ].join('\n');
}

function describeState(mail: UndeliveredMail): string {
  const tries = mail.attempts === 1 ? 'tried once' : `tried ${mail.attempts} times`;
  if (mail.given_up_at) return `${tries}, given up ${minute(mail.given_up_at)}`;
  if (mail.filed_at) return 'waits until SMTP_URL is set';
  if (mail.attempts === 0) return 'not tried yet';
  return `${tries}${mail.refused_at ? ', rejected' : ''}, next ${minute(mail.next_attempt_at)}`;
}

const minute = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;
