import type { Logger } from 'pino';
import type { AuthSettings } from './auth/auth-deps.ts';
import type { DatabasePool } from './database/connect.ts';
import type { Keys } from './http/keys.ts';
import type { OpenRateLimit } from './http/rate-limit.ts';
import type { Outbox, OutgoingMail } from './mail/outbox.ts';
import type { RealtimeSettings } from './realtime/realtime-deps.ts';
import type { RestSettings } from './rest/rest-settings.ts';
import type { S3Settings } from './storage/storage-url.ts';
import type { Usage } from './usage/usage.ts';

/** The settings of the operator. Only `server/config.ts` reads them from the environment. */
export type BackendSettings = {
  /** Origin of the site and of the API, without a trailing slash; links in mails start with it. */
  siteUrl: string;
  /** Who writes the account mails; without it they name the host of the site. */
  siteName?: () => string;
  /** Further addresses that links in mails may lead to. */
  redirectAllowList: readonly string[];
  /** Whether a new account must confirm its e-mail address first. */
  confirmEmail: boolean;
  allowSignup: boolean;
  accessTokenSeconds: number;
  /** The folder of uploaded objects; with `store`, of files being received and of renders. */
  storageFolder: string;
  /** The S3-compatible store of uploaded objects, or null. */
  store: S3Settings | null;
  mail: MailSettings;
  auth: AuthSettings;
  realtime: RealtimeSettings;
  rest: RestSettings;
  /** The folder of the templates of account mails, in the Supabase CLI's layout. */
  mailTemplates: string;
  retention: RetentionSettings;
  /** The widths, in pixels, in which pictures are rendered. A fixed list bounds the number of renders of one picture. */
  pictureWidths: readonly number[];
};

/** How long the services keep what belongs to people. */
export type RetentionSettings = {
  /** The clients that signed in to an account, as keyed hashes. */
  knownClientDays: number;
  /** The cookie of a sign-in at a provider. */
  providerCookieMinutes: number;
};

export type MailSettings = {
  /** smtp:// or smtps:// URL, or null: messages are then written as files to `outboxFolder`. */
  smtpUrl: string | null;
  /** The sender of all mail, e.g. `The Firm <office@firm.example>`. */
  from: string;
  /** The recipients of enquiries: one or more addresses, each with an optional name. */
  enquiriesTo: readonly string[];
  outboxFolder: string;
  /** Prints to the operator; without it messages are only logged. */
  print?: (text: string) => void;
  /**
   * Whether `print` writes to a terminal. Only there are links of account mail shown: log files are kept and shared.
   */
  isTerminal?: boolean;
  /** Days for which the time and the kind of a delivered message are kept. */
  keepDeliveredDays: number;
  emailjs: EmailJsTemplate;
};

/** What an account of EmailJS keeps: the ids that requests must name, and the template. */
export type EmailJsTemplate = {
  serviceId: string;
  templateId: string;
  publicKey: string;
  /** Composes the message to one recipient. Throws MailError `template_params_invalid` or `variable_invalid`. */
  compose: (variables: Record<string, unknown>, to: string) => Promise<OutgoingMail>;
};

/** The dependencies of the services. The clock is one of them, so that tests can set it. */
export type BackendDeps = {
  database: DatabasePool;
  settings: BackendSettings;
  keys: Keys;
  outbox: Pick<Outbox, 'enqueue' | 'wake'>;
  openRateLimit: OpenRateLimit;
  usage: Usage;
  log: Logger;
  now: () => Date;
};
