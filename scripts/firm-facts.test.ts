import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtInPeople, firm } from '#site/content/firm.ts';

const ROOT = join(import.meta.dirname, '..');
const people = Object.values(builtInPeople);
const FACTS: string[] = [
  firm.name,
  firm.email,
  firm.address.street,
  firm.address.postalCode,
  firm.practiceNote,
  firm.replyPromise,
  ...firm.shownEmails.map(({ email }) => email),
  ...people.map(({ name }) => name),
  ...[firm.phone, firm.whatsApp, ...people.map(({ phone }) => phone)].flatMap(({ display, e164 }) => [display, e164]),
];

/** Real facts may be words that occur elsewhere; the samples do not. */
test.runIf(firm.email.endsWith('.example'))('only firm.ts holds the facts of the firm', () => {
  const files = globSync(['{src,packages/*/src}/**/*.{ts,tsx}', 'tests/**/*.ts', 'supabase/templates/*'], {
    cwd: ROOT,
  });
  const repeated = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return FACTS.filter((fact) => text.includes(fact)).map((fact) => `${file}: ${fact}`);
  });
  expect(files.length).toBeGreaterThan(500);
  expect(repeated.filter((line) => !line.startsWith('src/site/content/firm.ts: '))).toEqual([]);
});
