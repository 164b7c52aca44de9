import { expect, test } from 'vitest';
import { maskAddresses } from './mask-addresses.ts';

/** Masks the texts of a line of the log, as the log does. */
const masked = (text: string) => (JSON.parse(maskAddresses(JSON.stringify({ text }))) as { text: string }).text;

test.each([
  [
    '550 5.1.1 <asha.rao@mail.example>: Recipient address rejected',
    '550 5.1.1 <***@mail.example>: Recipient address rejected',
  ],
  ['asha@a.example,ravi+tax@b.example', '***@a.example,***@b.example'],
  ['RCPT TO\nasha@mail.example', 'RCPT TO\n***@mail.example'],
  ['a\\nb@mail.example', 'a\\***@mail.example'],
  ['\u0001asha@mail.example', '\u0001***@mail.example'],
  ['/auth/v1/verify?email=asha%40mail.example&type=x', '/auth/v1/verify?***%40mail.example&type=x'],
  ["o'brien@mail.example", '***@mail.example'],
  ['अ.राव@डाक.भारत', '***@डाक.भारत'],
  ['"asha rao"@mail.example is unknown', '***@mail.example is unknown'],
  ['asha@[192.0.2.1]', '***@[192.0.2.1]'],
  ['smtp://office:secret@mail.example:587', 'smtp://office:***@mail.example:587'],
  ['root@192.0.2.1', '***@192.0.2.1'],
  ['asha@163.example', '***@163.example'],
  ['smtp://office:secret@127.1:587', 'smtp://office:***@127.1:587'],
  ['smtp://secret@127.1', 'smtp://***@127.1'],
  ['bounce+asha=a.example@relay.example', '***@relay.example'],
])('%j is masked', (text, expected) => {
  expect(masked(text)).toBe(expected);
});

test.each([
  'node_modules/@supabase/postgrest-js',
  'a @ b',
  '@media',
  'no address',
  '50% of 40',
  '@',
  'will be removed in pg@9.0. Use async/await',
  'pg@9.0',
  '@supabase/supabase-js@2.119.0',
])('%j is left as it is', (text) => {
  expect(masked(text)).toBe(text);
});

test('a long text takes linear time', () => {
  for (const text of [
    'a'.repeat(1_000_000),
    'a@ '.repeat(300_000),
    '@'.repeat(1_000_000),
    '%40'.repeat(300_000),
    'asha@1.'.repeat(150_000),
  ]) {
    expect(maskAddresses(text).length).toBeLessThanOrEqual(text.length);
  }
});
