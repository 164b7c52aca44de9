/** What the service at `/system/v1` sends to the dashboard. Times are ISO 8601. */

/**
 * `warning`: worth a look; `bad`: needs action; `skipped`: not checked, because another check failed or the site does
 * not have the thing.
 */
export type FindingState = 'good' | 'warning' | 'bad' | 'skipped';

/** The result of one check of the site, in sentences for its operator. */
export type Finding = {
  id: string;
  name: string;
  state: FindingState;
  says: string;
  /** What to do; null where nothing is to be done. */
  remedy: string | null;
};

export type SystemReport = { checked_at: string; findings: Finding[] };

/** A message that has not been delivered. */
export type UndeliveredMail = {
  id: string;
  kind: string;
  recipient: string;
  created_at: string;
  attempts: number;
  next_attempt_at: string;
  last_error: string | null;
  /** When the mail server first rejected it, or null. It is retried daily for a week. */
  refused_at: string | null;
  /** When it was given up, or null. It is retried only by hand, or after a change of the settings. */
  given_up_at: string | null;
  /** When it was written to a file, because SMTP_URL is not set, or null. It waits for a mail server. */
  filed_at: string | null;
};

/** The text of an enquiry that has not been delivered. */
export type WaitingEnquiry = { id: string; subject: string; reply_to: string | null; text: string };

/** A backup that was made, is being made, or failed. */
export type SystemBackup = {
  id: string;
  file: string;
  /** The folder or store, without keys. */
  place: string;
  bytes: number | null;
  is_encrypted: boolean;
  started_at: string;
  /** null while it is being made, and when making it failed. */
  finished_at: string | null;
  /** When it was last restored as a trial and found to be complete. */
  verified_at: string | null;
  error: string | null;
  /** Whether the site may send the file: it is complete, encrypted, and in the place of BACKUP_TO. */
  is_downloadable: boolean;
};
