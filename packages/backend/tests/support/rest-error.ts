import { RestError } from '#backend/rest/errors.ts';

/** The error that the work throws; other errors, and work that throws none, fail the test. */
export function restErrorOf(work: () => unknown): RestError {
  try {
    work();
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
  throw new Error('It was understood');
}
