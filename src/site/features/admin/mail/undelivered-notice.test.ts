import { expect, test } from 'vitest';
import { nextTryInWords, triesInWords } from './undelivered-notice.tsx';

const NOW = Date.parse('2026-11-22T04:51:00Z');
const message = { filed_at: null, given_up_at: null, next_attempt_at: '2026-11-22T04:43:00Z' };

test('the next try is in the future, running, or does not come by itself', () => {
  expect(nextTryInWords({ ...message, next_attempt_at: '2026-11-22T04:52:00Z' }, NOW)).toMatch(/^next try /);
  expect(nextTryInWords(message, NOW)).toBe('being tried now');
  expect(nextTryInWords({ ...message, filed_at: '2026-11-22T04:43:00Z' }, NOW)).toContain('waits for a mail server');
  expect(nextTryInWords({ ...message, given_up_at: '2026-11-22T04:43:00Z' }, NOW)).toContain(
    'automatic attempts have ended',
  );
});

test('a message that waits for a mail server is not said to have been tried', () => {
  const filed = { ...message, attempts: 1, filed_at: '2026-11-22T04:43:00Z' };
  expect(triesInWords(filed, NOW)).toBe('waits for a mail server: SMTP_URL is not set');
  expect(triesInWords({ ...filed, filed_at: null }, NOW)).toBe('tried once, being tried now');
  expect(triesInWords({ ...message, attempts: 0 }, NOW)).toBe('not tried yet');
});
