import { expect, test } from 'vitest';
import { isServerError } from './embedded.ts';

test.each([
  ['LOG:  checkpoint starting', false, false],
  ['ERROR:  duplicate key value', false, false],
  ['FATAL:  the database system is starting up', false, false],
  ['LOG:  could not fork process for connection: Resource temporarily unavailable', false, true],
  ['PANIC:  could not write to file', true, true],
  ['FATAL:  terminating connection due to administrator command', false, true],
  ['FATAL:  terminating connection due to administrator command', true, false],
  ['FATAL:  terminating autovacuum process due to administrator command', false, true],
  ['FATAL:  terminating autovacuum process due to administrator command', true, false],
  ['FATAL:  canceling authentication due to timeout', false, true],
  ['FATAL:  canceling authentication due to timeout', true, false],
] as const)('%s, while the server stops: %s', (line, isStopping, isReported) => {
  expect(isServerError(line, isStopping)).toBe(isReported);
});
