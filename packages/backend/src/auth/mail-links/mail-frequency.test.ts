import { expect, test } from 'vitest';
import { startTestAuth } from '#tests/support/auth-fixture.ts';
import { asBackend } from '../../database/as-caller.ts';
import { openSharedRateLimit } from '../../http/rate-limit.ts';
import { createAuthLimits } from '../limits.ts';
import { forgetUnsentMails, requireAddressPause, requireMailPause } from './mail-frequency.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

const NOW = new Date('2026-11-21T09:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

test('two mails are a minute apart, and the error has the remaining seconds', () => {
  requireMailPause(null, NOW);
  requireMailPause('2026-11-21 08:59:00+00', NOW);
  expect(() => requireMailPause('2026-11-21 08:59:17.5+00', NOW)).toThrow(
    expect.objectContaining({
      code: 'over_email_send_rate_limit',
      status: 429,
      message: 'For security purposes, you can only request this after 18 seconds.',
    }),
  );
});

test('the minute applies by kind and address, whether or not there is an account', async () => {
  const { database, keys } = service;
  const pause = (kind: 'confirmation' | 'recovery', email: string, seconds = 0) =>
    asBackend(database, (query) => requireAddressPause({ query, keys, now: () => later(seconds) }, kind, email));
  await pause('recovery', 'a@person.example');
  await pause('recovery', 'b@person.example');
  await pause('confirmation', 'a@person.example');
  await expect(pause('recovery', 'a@person.example', 59)).rejects.toThrow('after 1 seconds');
  await pause('recovery', 'a@person.example', 60);
  await asBackend(database, (query) => forgetUnsentMails(query, later(61)));
  expect(await service.query('select asked_at from backend.unsent_mails')).toHaveLength(1);
});

test('a clock that was set back an hour causes no pause of an hour', async () => {
  const { database, keys } = service;
  const pause = (seconds: number) =>
    asBackend(database, (query) =>
      requireAddressPause({ query, keys, now: () => later(seconds) }, 'recovery', 'c@person.example'),
    );
  requireMailPause('2026-11-21 10:00:00+00', NOW);
  await pause(3600);
  await pause(0);
  await expect(pause(1)).rejects.toThrow('after 59 seconds');
});

test('a client keeps its number of mails while others have used up theirs', async () => {
  const { takeMailTo } = createAuthLimits(openSharedRateLimit(service.database, service.keys));
  const ask = (address: string) => takeMailTo({ email: 'd@person.example', address, knownAs: null });
  for (let n = 1; n <= 20; n += 1) await ask(`198.51.100.${n}`);
  for (let n = 0; n < 6; n += 1) {
    await expect(ask('203.0.113.7')).rejects.toMatchObject({ code: 'over_email_send_rate_limit' });
  }
  // As at the end of the hour of the others.
  await service.query(`delete from backend.rate_limits where key like 'auth/mail-of-strangers:%'`);
  for (let n = 0; n < 5; n += 1) await ask('203.0.113.7');
  await expect(ask('203.0.113.7')).rejects.toMatchObject({ code: 'over_email_send_rate_limit' });
});
