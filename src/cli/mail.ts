import pino from 'pino';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { listUndelivered } from '#backend/mail/undelivered.ts';
import type { UndeliveredMail } from '#contract/system.ts';
import { makeDue } from '#backend/mail/outbox-table.ts';
import { createOutbox } from '#backend/mail/outbox.ts';
import { mailSettings } from '#server/start/runtime.ts';
import { loadWords } from '#server/words/read-words.ts';
import { type Command, runCommandLine } from './command-line.ts';
import { readDatabase, withDatabase } from './open-database.ts';

const USAGE = `npm run mail -- COMMAND

  list [--json]     list the messages that have not arrived: since when, the last error, and the next attempt
  retry ID|all      make a message due again, given up or not; the running site tries it within a minute
  flush             try to send all of them now, from this process, and list what is left (exit code 1); needs
                    SMTP_URL`;

const listMail: Command = async ({ config, asJson, print }) => {
  const mails = await readDatabase(config, listUndelivered);
  print(asJson ? JSON.stringify(mails, null, 2) : describeMails(mails));
};

/** Each message with its state, or one line when there is none. */
function describeMails(mails: readonly UndeliveredMail[]): string {
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

const retryMail: Command = async ({ config, argument, print }) => {
  const count = await withDatabase(config, (database) => makeDue(database, argument, new Date()));
  if (count === 0 && argument !== 'all') {
    throw new ConfigurationError(`No message ${argument} waits, or it is under way. See: npm run mail -- list`);
  }
  print(`${count === 1 ? '1 message is' : `${count} messages are`} due. The running site tries it within a minute.`);
};

/** Sends from this process with this terminal's settings, so that corrected settings can be tried before a restart. */
const flushMail: Command = async ({ config, print }) => {
  if (!config.smtpUrl) {
    throw new ConfigurationError('SMTP_URL is not set in this terminal: flush sends from here and needs it.');
  }
  return withDatabase(config, async (database) => {
    await loadWords(database);
    const log = pino({ level: 'silent' });
    const outbox = createOutbox({ database, settings: mailSettings(config, print), log, now: () => new Date() });
    await outbox.flush();
    await outbox.stop();
    const left = await listUndelivered(database);
    print(describeMails(left));
    return left.length > 0 ? 1 : undefined;
  });
};

const COMMANDS: Record<string, Command> = { list: listMail, retry: retryMail, flush: flushMail };

await runCommandLine({
  usage: USAGE,
  commands: COMMANDS,
  needArgument: ['retry'],
  checkConfig: (config) => {
    if (config.hosted) throw new ConfigurationError('SUPABASE_URL is set: the hosted project sends its mail itself.');
  },
});
