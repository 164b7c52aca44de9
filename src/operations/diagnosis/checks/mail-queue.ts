import type { DatabasePool } from '#backend/database/connect.ts';
import { type OutboxCounts, countOutbox } from '#backend/mail/undelivered.ts';
import type { Measured } from './measured.ts';
import { within } from './within.ts';

const ANSWER_WITHIN_MS = 2000;

/**
 * Checks that messages arrive. Late mail is a warning: the site works, and every message is kept. Late enquiries are bad:
 * the visitor was promised an answer. Never throws.
 */
export async function checkMailQueue(database: DatabasePool): Promise<Measured> {
  const about = { id: 'mail-queue', name: 'Mail queue' };
  try {
    return { ...about, ...judge(await within(ANSWER_WITHIN_MS, countOutbox(database), 'no answer')) };
  } catch {
    const says = 'The outbox could not be read.';
    return { ...about, state: 'bad', says, remedy: 'See the check of the database.', figures: {} };
  }
}

function judge(counts: OutboxCounts): Omit<Measured, 'id' | 'name'> {
  const { waiting, written, rejected, givenUp, late, oldestSeconds, enquiries } = counts;
  const figures = { waiting, written, rejected, given_up: givenUp, late, oldest_seconds: oldestSeconds, enquiries };
  const parts = [
    enquiries > 0 && enquiriesHaveReachedNobody(enquiries),
    givenUp > 0 && `${messages(givenUp)} given up`,
    rejected > 0 && `${messages(rejected)} rejected by the mail server`,
    late > 0 && `${messages(late)} late by more than a quarter of an hour`,
    written > 0 && `${messages(written)} not sent, because SMTP_URL is not set`,
  ].filter((part) => part !== false);
  if (parts.length === 0) {
    const says = waiting > 0 ? `${messages(waiting)} on the way.` : 'No message is waiting.';
    return { state: 'good', says, remedy: null, figures };
  }
  const reading = enquiries > 0 ? 'Administrators read the enquiries in the dashboard (System). ' : '';
  const remedy = `${reading}See npm run mail -- list for the reasons; npm run mail -- retry ID tries one again.`;
  return { state: enquiries > 0 ? 'bad' : 'warning', says: `${parts.join('; ')}.`, remedy, figures };
}

/** The start says it as well. */
export function enquiriesHaveReachedNobody(count: number): string {
  return count === 1 ? '1 enquiry has reached nobody' : `${count} enquiries have reached nobody`;
}

function messages(count: number): string {
  return count === 1 ? '1 message' : `${count} messages`;
}
