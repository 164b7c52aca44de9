import { expect, test } from 'vitest';
import { requireEmailAddress } from './email-address.ts';

test('an address is stored in lower case', () => {
  expect(requireEmailAddress("Asha.O'Neil+site@Person.Example")).toBe("asha.o'neil+site@person.example");
});

test.each([
  'asha',
  'asha@person',
  'a@@person.example',
  'asha @person.example',
  'asha,victim@person.example',
  '<asha@person.example>',
  'asha@person.example\r\nBcc: victim@person.example',
  'asha@-person.example',
  'asha@person..example',
  `${'a'.repeat(250)}@person.example`,
])('%j is not a single address', (text) => {
  expect(() => requireEmailAddress(text)).toThrow('Unable to validate email address: invalid format');
});
