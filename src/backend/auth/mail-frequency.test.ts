import { expect, test } from 'vitest';
import { createUnsentMails, requireMailPause } from './mail-frequency.ts';

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

test('the minute applies by kind and address also where nothing is sent', () => {
  const unsent = createUnsentMails();
  unsent.requirePause('recovery', 'a@person.example', NOW);
  unsent.requirePause('recovery', 'b@person.example', NOW);
  unsent.requirePause('confirmation', 'a@person.example', NOW);
  expect(() => unsent.requirePause('recovery', 'a@person.example', later(59))).toThrow('after 1 seconds');
  unsent.requirePause('recovery', 'a@person.example', later(60));
});
