import type { DatabasePool } from '#backend/database/connect.ts';
import { type OutboxCounts, countOutbox } from '#backend/mail/count-outbox.ts';
import type { Measured } from './measured.ts';
import { within } from './within.ts';

const ANSWER_WITHIN_MS = 2000;

/** Checks that messages arrive. Late mail is a warning: the site works, and every message is kept. Never throws. */
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
  const { waiting, written, rejected, givenUp, late, oldestSeconds } = counts;
  const figures = { waiting, written, rejected, given_up: givenUp, late, oldest_seconds: oldestSeconds };
  const parts = [
    givenUp > 0 && `${messages(givenUp)} given up`,
    rejected > 0 && `${messages(rejected)} rejected by the mail server`,
    late > 0 && `${messages(late)} late by more than a quarter of an hour`,
    written > 0 && `${messages(written)} not sent, because SMTP_URL is not set`,
  ].filter((part) => part !== false);
  if (parts.length === 0) {
    const says = waiting > 0 ? `${messages(waiting)} on the way.` : 'No message is waiting.';
    return { state: 'good', says, remedy: null, figures };
  }
  const remedy = 'See npm run mail -- list for the reasons; npm run mail -- retry ID tries one again.';
  return { state: 'warning', says: `${parts.join('; ')}.`, remedy, figures };
}

function messages(count: number): string {
  return count === 1 ? '1 message' : `${count} messages`;
}
