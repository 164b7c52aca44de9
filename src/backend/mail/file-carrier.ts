import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { MailSettings } from '../parts.ts';
import type { Carrier, ClaimedMail, Outcome } from './carrier.ts';
import { composeMessage, UnsendableMail } from './compose-message.ts';

/**
 * Without a mail server: keeps each message readable as an .eml file in the outbox folder, and says the text of account
 * mail aloud, so that a confirmation link can be followed from the terminal. The row goes on waiting for a mail server.
 */
export function createFileCarrier(settings: Pick<MailSettings, 'from' | 'outboxFolder' | 'say'>, log: Logger): Carrier {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    delivers: false,
    carry: async (mail) => {
      try {
        const { message } = await transport.sendMail(composeMessage(mail, settings.from));
        const file = await writeWhole(settings.outboxFolder, fileName(mail), message as Buffer);
        announce(mail, file, settings.say, log);
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
async function writeWhole(folder: string, name: string, content: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  await writeFile(`${file}.part`, content, { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
  return file;
}

function announce(mail: ClaimedMail, file: string, say: MailSettings['say'], log: Logger): void {
  const what = { mail: mail.id, kind: mail.kind, file };
  if (mail.kind === 'enquiry') return log.info(what, 'An enquiry waits in the outbox: SMTP_URL is not set.');
  const text = `Mail to ${mail.recipient} waits in the outbox: SMTP_URL is not set. It says:\n\n${mail.text}\n`;
  if (say) say(`\n${text}`);
  else log.info(what, text);
}

function unfiled(error: Error): Outcome {
  return { kind: error instanceof UnsendableMail ? 'refused' : 'failed', reason: error.message };
}
