import { expect, test } from 'vitest';
import { BadAddress, parseAddresses } from './addresses.ts';

test.each([
  ['office@firm.example', ['office@firm.example']],
  [' a@firm.example , b@firm.example ,', ['a@firm.example', 'b@firm.example']],
  ['Office <office@firm.example>, root@localhost', ['Office <office@firm.example>', 'root@localhost']],
  ['office@उदाहरण.भारत, b@எடுத்துக்காட்டு.இந்தியா', ['office@उदाहरण.भारत', 'b@எடுத்துக்காட்டு.இந்தியா']],
  ["Rao & Co's-Office <office@firm.example>", ["Rao & Co's-Office <office@firm.example>"]],
  ['"Rao, Asha" <asha@firm.example>', ['"Rao, Asha" <asha@firm.example>']],
  ['आशा राव <asha@firm.example>', ['"आशा राव" <asha@firm.example>']],
])('%j holds %j', (text, addresses) => {
  expect(parseAddresses(text)).toEqual(addresses);
});

test('canonical addresses parse to themselves', () => {
  const [first = ''] = parseAddresses(String.raw`"Rao \"A\" \\ B" <asha@firm.example>`);
  expect(parseAddresses(first)).toEqual([first]);
});

test.each([
  '',
  ' , ',
  'office',
  'office@',
  '@firm.example',
  'office@firm',
  'office@firm.',
  'office firm.example',
  'a@firm.example b@firm.example',
  'Team: a@firm.example, b@firm.example;',
  'a@firm.example, <b>',
  `${'a'.repeat(65)}@firm.example`,
  `a@${'b'.repeat(60)}.${`${'c'.repeat(60)}.`.repeat(4)}example`,
])('%j is rejected', (text) => {
  expect(() => parseAddresses(text)).toThrow(BadAddress);
});
