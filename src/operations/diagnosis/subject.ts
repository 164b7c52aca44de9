import type { DatabasePool } from '#backend/database/connect.ts';
import type { MailSettings } from '#backend/deps.ts';
import type { DestinationSettings } from '#operations/backup/destination.ts';
import type { S3Settings } from '#backend/storage/storage-url.ts';

/** A variable, and the one of the product that is probably meant. */
export type MisspeltVariable = { name: string; meant: string | null };

/** The installation that is checked. */
export type Subject = {
  siteUrl: string;
  /** Why search engines are told not to list the site, and what to do; null where they may. */
  unlisted: { says: string; remedy: string } | null;
  /** The parts of the form of the firm in which something is a sample. */
  samples: readonly string[];
  /** Stored words of the site that do not fit, by their path; the built-in ones are shown instead. */
  misfits: readonly string[];
  /** How many reverse proxies stand before the site. */
  trustProxy: number;
  /** Where the site serves; null where the site itself asks. The process of a site with a hosted backend is not known. */
  running: { pid: number | null; url: string } | 'stopped' | null;
  dataFolder: string;
  /** Set variables that the product does not know. */
  misspelt: readonly MisspeltVariable[];
  /** What the site has of its own; null with a hosted backend. */
  backend: BackendSubject | null;
  /** A hosted backend, or null. */
  hosted: { url: string; anonKey: string; hasMail: boolean } | null;
  now: () => Date;
};

export type BackendSubject = {
  /** The database, or why there is none to ask. */
  database: DatabasePool | { error: string };
  /** The folder of migrations. */
  supabaseFolder: string;
  /** The `kid` of the signing key, by which the site recognises itself; null where there are no secrets yet. */
  keyId: string | null;
  mail: Pick<MailSettings, 'smtpUrl' | 'from'>;
  /** The store of uploaded files, or null for the data folder. */
  store: S3Settings | null;
  /** Milliseconds between automatic backups, or null without, and where they go. */
  backup: { everyMs: number | null; to: DestinationSettings };
};
