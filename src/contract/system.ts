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
};
