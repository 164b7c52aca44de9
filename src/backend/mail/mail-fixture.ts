import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { asBackend } from '../database/as-caller.ts';
import { closeDatabase, connectDatabase, type DatabasePool } from '../database/connect.ts';
import { startEmbeddedServer } from '../database/embedded.ts';
import type { MailSettings } from '../deps.ts';
import { listUndelivered, type UndeliveredMail } from './list-undelivered.ts';
import { createOutbox, type Outbox, type OutgoingMail } from './outbox.ts';

export type MailDatabase = { database: DatabasePool; folder: string; stop: () => Promise<void> };

/** For tests: a PostgreSQL of its own with the outbox in it, and a folder for files. */
export async function startMailDatabase(): Promise<MailDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'mail-room-'));
  const errorKind: string[] = [];
  const server = await startEmbeddedServer({
    dataFolder: folder,
    password: 'for-tests',
    onProgress: () => {},
    onError: (line) => errorKind.push(line),
  });
  const url = server.urlFor('postgres', 'for-tests');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const file of ['roles.sql', 'mail.sql', 'mail.sql']) {
    await client.query(await readFile(join(import.meta.dirname, '../database/platform', file), 'utf8'));
  }
  await client.end();
  const database = connectDatabase(url);
  const stop = async (): Promise<void> => {
    await closeDatabase(database);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { database, folder, stop };
}

export type MailServer = { url: string; received: Email[]; stop: () => Promise<void> };

/** For tests: a mail server that takes everything, unless `options` say otherwise. */
export async function startMailServer(options: Partial<SMTPServerOptions> = {}, port = 0): Promise<MailServer> {
  const received: Email[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          received.push(mail);
          done();
        });
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  const boundPort = typeof address === 'object' && address ? address.port : port;
  return {
    url: `smtp://127.0.0.1:${boundPort}`,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export type OutboxOptions = Pick<Parameters<typeof createOutbox>[0], 'timeouts' | 'limits'> & {
  settings?: Partial<MailSettings>;
};

export type TestMail = {
  /** Where messages lie as files. */
  folder: string;
  now: () => Date;
  /** Everything that went into the log. */
  logged: () => string;
  /** Moves the clock of every outbox of the room. */
  advanceClock: (ms: number) => void;
  /** Opens an outbox and begins its delivery. */
  openOutbox: (smtpUrl: string | null, options?: OutboxOptions) => Outbox;
  openServer: (...options: Parameters<typeof startMailServer>) => Promise<MailServer>;
  send: (outbox: Outbox, mail: OutgoingMail) => Promise<string>;
  waiting: () => Promise<UndeliveredMail[]>;
  /** Stops what was opened, the last first, and empties the outbox. */
  close: () => Promise<void>;
};

/** For tests: outboxes and mail servers around one database, with a clock that stands still. */
export function openTestMail({ database, folder: parent }: MailDatabase): TestMail {
  const folder = join(parent, 'outbox');
  const opened: { stop: () => Promise<void> }[] = [];
  let clock = new Date('2026-11-21T09:00:00.250Z');
  let said = '';
  const log = pino({ level: 'info' }, { write: (line) => (said += line) });
  const from = 'The Firm <office@firm.example>';
  const emailjs = { serviceId: 's', templateId: 't', publicKey: 'k' };
  return {
    folder,
    now: () => clock,
    logged: () => said,
    advanceClock: (ms) => (clock = new Date(clock.getTime() + ms)),
    openOutbox: (smtpUrl, { settings: changes, ...options } = {}) => {
      const settings = {
        smtpUrl,
        from,
        enquiriesTo: ['office@firm.example'],
        outboxFolder: folder,
        emailjs,
        ...changes,
      };
      const outbox = createOutbox({ database, settings, log, now: () => clock, ...options });
      opened.push(outbox);
      outbox.wake();
      return outbox;
    },
    openServer: async (...options) => {
      const server = await startMailServer(...options);
      opened.push(server);
      return server;
    },
    send: async (outbox, mail) => {
      const { id } = await asBackend(database, (query) => outbox.enqueue(query, mail));
      outbox.wake();
      return id;
    },
    waiting: () => listUndelivered(database),
    close: async () => {
      for (const one of opened.toReversed()) await one.stop();
      await asBackend(database, (query) => query('delete from mail.outbox'));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const CONFIRMATION: OutgoingMail = {
  kind: 'confirmation',
  to: 'asha@example.com',
  subject: 'Confirm your e-mail address',
  text: 'Follow https://firm.example/confirm?token=abc',
  html: '<p>Follow <a href="https://firm.example/confirm?token=abc">this link</a></p>',
};

/** Waits until `condition` holds; fails after ten seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('It did not come true within ten seconds.');
    await sleep(20);
  }
}
