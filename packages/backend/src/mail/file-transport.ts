import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ifMissing } from '../database/if-missing.ts';
import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';
import type { MailSettings } from '../deps.ts';
import {
  type ClaimedMail,
  composeMessage,
  type DeliveryOutcome,
  type MailTransport,
  UnsendableMail,
  loadNodemailer,
} from './transport.ts';

type FileSettings = Pick<MailSettings, 'from' | 'outboxFolder' | 'print' | 'isTerminal'>;

/**
 * The transport without a mail server: writes each message as an .eml file to the outbox folder. A terminal also gets
 * the text of account mail, so that its link can be followed; the log gets only the path. The row keeps waiting for a
 * mail server.
 */
export function createFileTransport(settings: FileSettings, log: Logger): MailTransport {
  return {
    delivers: false,
    send: async (mail) => {
      try {
        const { createTransport } = await loadNodemailer();
        const transport = createTransport({ streamTransport: true, buffer: true });
        const { message } = await transport.sendMail(composeMessage(mail, settings.from));
        const file = await writeWhole(settings.outboxFolder, mail, message as Buffer);
        announce(mail, file, settings, log);
        return { kind: 'written-to-file' };
      } catch (error) {
        return outcomeOf(error as Error);
      }
    },
  };
}

/** Deletes the file of a message that has been delivered since. Errors are ignored. */
export async function removeFile(folder: string, mail: ClaimedMail): Promise<void> {
  await rm(join(folder, fileName(mail)), { force: true }).catch(() => {});
}

/** Sorts by time, and contains the kind and the id of the row. */
function fileName({ createdAt, kind, id }: ClaimedMail): string {
  return `${createdAt.toISOString().replaceAll(/[-:]/g, '').replace('.', '_')}-${kind.replaceAll(/[^\w-]/g, '_')}-${id}.eml`;
}

/** Renamed when complete, so that readers see whole messages. Mode 600: links in a message are secrets. */
async function writeWhole(folder: string, mail: ClaimedMail, content: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, fileName(mail));
  // Two attempts may overlap after a claim has expired, so each has its own unfinished file.
  const unfinished = `${file}.${mail.attempts}.part`;
  await writeFile(unfinished, content, { mode: 0o600, flush: true });
  await rename(unfinished, file);
  return file;
}

/** The link of account mail opens the account, so neither link nor address is logged. */
function announce(mail: ClaimedMail, file: string, { print, isTerminal }: FileSettings, log: Logger): void {
  const what = { mail: mail.id, kind: mail.kind, file };
  if (mail.kind === 'enquiry') {
    return log.error(
      what,
      `An enquiry has reached nobody: ${UNSET}. Administrators read it in the dashboard (System).`,
    );
  }
  if (!print) return log.info(what, `A message waits in the outbox: ${UNSET}.`);
  if (!isTerminal) return log.warn(what, `A message waits in the outbox: ${UNSET}.`);
  print(`\nMail to ${mail.recipient} waits in the outbox: ${UNSET}. It says:\n\n${mail.text}\n`);
}

const UNSET = 'SMTP_URL is not set';

function outcomeOf(error: Error): DeliveryOutcome {
  return { kind: error instanceof UnsendableMail ? 'rejected' : 'failed', reason: error.message };
}

/** The id before `.eml`, also of an unfinished file `….eml.1.part`. A file without one is foreign. */
const ID_IN_NAME = /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.eml/;

/**
 * Deletes the files of messages that wait no longer: delivered while the file could not be removed, by another machine, or
 * deleted. Returns how many. A folder that does not exist is empty.
 */
export async function removeOldFiles(database: DatabasePool, outboxFolder: string): Promise<number> {
  const names = await readdir(outboxFolder).catch(ifMissing([]));
  const files = names.flatMap((name) => {
    const id = ID_IN_NAME.exec(name)?.[1];
    return id === undefined ? [] : [{ name, id }];
  });
  if (files.length === 0) return 0;
  const { rows } = await asBackend(database, (query) =>
    query('select id from mail.outbox where delivered_at is null and id = any($1)', [files.map(({ id }) => id)]),
  );
  const waiting = new Set(rows.map(({ id }) => id));
  const old = files.filter(({ id }) => !waiting.has(id));
  await Promise.all(old.map(({ name }) => rm(join(outboxFolder, name), { force: true })));
  return old.length;
}
