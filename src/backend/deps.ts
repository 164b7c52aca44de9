import type { Logger } from 'pino';
import type { DatabasePool } from './database/connect.ts';
import type { Keys } from './http/keys.ts';
import type { Outbox } from './mail/outbox.ts';

/** What the operator decides; read from the environment by `server/config.ts` alone. */
export type BackendSettings = {
  /** Origin of the site, without a trailing slash; links in mails lead here. */
  siteUrl: string;
  /** Where the API is reached from outside: `${apiUrl}/auth/v1` …; the same origin unless configured. */
  apiUrl: string;
  /** Further addresses a confirmation link may lead to. */
  redirectAllowList: readonly string[];
  /** Whether a new account must confirm its e-mail address first. */
  confirmEmail: boolean;
  allowSignup: boolean;
  /** Seconds an access token lives. */
  accessTokenSeconds: number;
  /** Whether the client's address is taken from X-Forwarded-For (a reverse proxy stands before the app). */
  trustProxy: boolean;
  /** Where the bytes of uploaded objects lie. */
  storageFolder: string;
  mail: MailSettings;
};

export type MailSettings = {
  /** smtp:// or smtps:// address, or null: then messages wait as files under `outboxFolder`. */
  smtpUrl: string | null;
  /** Sender of everything, e.g. `India Going Global <office@…>`. */
  from: string;
  /** Where enquiries go: one address or more, each with a name if wanted. */
  enquiriesTo: readonly string[];
  outboxFolder: string;
  /** Prints to the operator; without it the log has to do. */
  print?: (text: string) => void;
  /** Whether `print` prints to a terminal. Only there may the links of account mail be read: a log file is kept and shared. */
  isTerminal?: boolean;
  /** What the embedded EmailJS endpoint accepts. */
  emailjs: { serviceId: string; templateId: string; publicKey: string };
};

/** Everything the services need; clock and randomness are parts, so that tests can hold them still. */
export type BackendDeps = {
  database: DatabasePool;
  settings: BackendSettings;
  keys: Keys;
  outbox: Outbox;
  log: Logger;
  now: () => Date;
};
