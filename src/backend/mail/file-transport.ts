import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { MailSettings } from '../deps.ts';
import type { MailTransport, ClaimedMail, DeliveryOutcome } from './transport.ts';
import { composeMessage, UnsendableMail } from './compose-message.ts';

type FileSettings = Pick<MailSettings, 'from' | 'outboxFolder' | 'print' | 'isTerminal'>;

/**
 * Without a mail server: keeps each message readable as an .eml file in the outbox folder. A terminal is shown the text
 * of account mail, so that a confirmation link can be followed from there; a log is told only where the file lies. The
 * row goes on waiting for a mail server.
 */
export function createFileTransport(settings: FileSettings, log: Logger): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    delivers: false,
    send: async (mail) => {
      try {
        const { message } = await transport.sendMail(composeMessage(mail, settings.from));
        const file = await writeWhole(settings.outboxFolder, mail, message as Buffer);
        announce(mail, file, settings, log);
        return { kind: 'filed' };
      } catch (error) {
        return unfiled(error as Error);
      }
    },
  };
}

/** Takes away the file of a message that has meanwhile been delivered; that it cannot is no reason to fail. */
export async function removeFile(folder: string, mail: ClaimedMail): Promise<void> {
  await rm(join(folder, fileName(mail)), { force: true }).catch(() => {});
}

/** Sorts by time, says what it is, and is found again from the row. */
function fileName({ createdAt, kind, id }: ClaimedMail): string {
  return `${createdAt.toISOString().replaceAll(/[-:]/g, '').replace('.', '_')}-${kind.replaceAll(/[^\w-]/g, '_')}-${id}.eml`;
}

/** A reader of the folder never sees half a message. Links in it are secrets: only the owner may read it. */
async function writeWhole(folder: string, mail: ClaimedMail, content: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, fileName(mail));
  // Two attempts may overlap when a claim ran out, so each has an unfinished file of its own.
  const unfinished = `${file}.${mail.attempts}.part`;
  await writeFile(unfinished, content, { mode: 0o600, flush: true });
  await rename(unfinished, file);
  return file;
}

/** Who holds a link of account mail can open the account: neither it nor the address goes into a log. */
function announce(mail: ClaimedMail, file: string, { print, isTerminal }: FileSettings, log: Logger): void {
  const what = { mail: mail.id, kind: mail.kind, file };
  if (!print || mail.kind === 'enquiry') return log.info(what, `A message waits in the outbox: ${UNSET}.`);
  if (!isTerminal) return print(`A message (${mail.kind}) waits as ${file}: ${UNSET}.`);
  print(`\nMail to ${mail.recipient} waits in the outbox: ${UNSET}. It says:\n\n${mail.text}\n`);
}

const UNSET = 'SMTP_URL is not set';

function unfiled(error: Error): DeliveryOutcome {
  return { kind: error instanceof UnsendableMail ? 'refused' : 'failed', reason: error.message };
}
