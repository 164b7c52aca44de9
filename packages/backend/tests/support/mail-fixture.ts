import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach } from 'vitest';
import { asBackend } from '#backend/database/as-caller.ts';
import { closeDatabase, connectDatabase, type DatabasePool } from '#backend/database/connect.ts';
import type { MailSettings } from '#backend/deps.ts';
import { type UndeliveredMail, listUndelivered } from '#backend/mail/undelivered.ts';
import { createOutbox, type Outbox, type OutgoingMail } from '#backend/mail/outbox.ts';
import { startPlatformDatabase } from './platform-database.ts';
import { type MailBox, openMailBox } from './smtp.ts';
import { startForTests } from './start-for-tests.ts';

/** An EmailJS account whose template repeats the variables. */
export const EMAILJS_SETTINGS = {
  keepDeliveredDays: 30,
  emailjs: {
    serviceId: 'service_1',
    templateId: 'template_1',
    publicKey: 'key_1',
    compose: async (variables: Record<string, unknown>, to: string): Promise<OutgoingMail> => ({
      kind: 'enquiry',
      to,
      subject: 'A message of the form',
      text: JSON.stringify(variables),
    }),
  },
};

export type MailDatabase = { database: DatabasePool; folder: string; stop: () => Promise<void> };

/** A PostgreSQL of its own with the outbox, and a folder for files. */
export async function startMailDatabase(): Promise<MailDatabase> {
  const { folder, urlFor, ...server } = await startPlatformDatabase('mail', ['roles.sql', 'mail.sql', 'mail.sql']);
  const database = connectDatabase(urlFor('postgres', 'for-tests'));
  const stop = async (): Promise<void> => {
    await closeDatabase(database);
    await server.stop();
  };
  return { database, folder, stop };
}

export type OutboxOptions = Pick<Parameters<typeof createOutbox>[0], 'timeouts' | 'limits' | 'reports'> & {
  settings?: Partial<MailSettings>;
};

export type TestMail = {
  /** The folder of messages that are written to files. */
  folder: string;
  now: () => Date;
  /** The log so far. */
  logged: () => string;
  /** Moves the clock of every outbox. */
  advanceClock: (ms: number) => void;
  /** Opens an outbox and starts its delivery. */
  openOutbox: (smtpUrl: string | null, options?: OutboxOptions) => Outbox;
  openServer: (...options: Parameters<typeof openMailBox>) => Promise<MailBox>;
  send: (outbox: Outbox, mail: OutgoingMail) => Promise<string>;
  waiting: () => Promise<UndeliveredMail[]>;
  /** Stops everything that was opened, last first, and empties the outbox. */
  close: () => Promise<void>;
};

/** Outboxes and mail servers on one database, with a clock that moves only by `advanceClock`. */
export function openTestMail({ database, folder: parent }: MailDatabase): TestMail {
  const folder = join(parent, 'outbox');
  const opened: { stop: () => Promise<void> }[] = [];
  let clock = new Date('2026-11-21T09:00:00.250Z');
  let logText = '';
  const log = pino({ level: 'info' }, { write: (line) => (logText += line) });
  const from = 'The Firm <office@firm.example>';
  return {
    folder,
    now: () => clock,
    logged: () => logText,
    advanceClock: (ms) => (clock = new Date(clock.getTime() + ms)),
    openOutbox: (smtpUrl, { settings: changes, ...options } = {}) => {
      const settings = {
        smtpUrl,
        from,
        enquiriesTo: ['office@firm.example'],
        outboxFolder: folder,
        ...EMAILJS_SETTINGS,
        ...changes,
      };
      const outbox = createOutbox({ database, settings, log, now: () => clock, ...options });
      opened.push(outbox);
      outbox.wake();
      return outbox;
    },
    openServer: async (...options) => {
      const server = await openMailBox(...options);
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

/** A mail database for the tests of a file, and for each test mail of its own. */
export function mailForTests(): { mailDatabase: MailDatabase; testMail: TestMail } {
  const mailDatabase = startForTests(startMailDatabase);
  let current: TestMail | undefined;
  beforeEach(() => {
    current = openTestMail(mailDatabase);
  });
  afterEach(() => current?.close());
  const testMail = new Proxy({} as TestMail, { get: (_, name) => Reflect.get(current ?? {}, name) as unknown });
  return { mailDatabase, testMail };
}

export const CONFIRMATION: OutgoingMail = {
  kind: 'confirmation',
  to: 'asha@example.com',
  subject: 'Confirm your email address for https://firm.example',
  text: 'Follow https://firm.example/confirm?token=abc',
  html: '<p>Follow <a href="https://firm.example/confirm?token=abc">this link</a></p>',
};
