import { expect, test } from 'vitest';
import { builtInFirmWords } from '#site/content/built-in-words.ts';
import { setCurrentWords } from '#site/content/current-words.ts';
import { hasSampleFacts, isPublicHost, isUnlisted, listSampleParts } from './unlisted.ts';

test.each([
  ['firm.example', true],
  ['www.localhost.example', true],
  ['127.example', true],
  ['100.example', true],
  ['203.0.113.7', true],
  ['172.32.0.1', true],
  ['[2001:db8::1]', true],
  ['localhost', false],
  ['site.localhost', false],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['172.31.255.1', false],
  ['192.168.1.5', false],
  ['169.254.1.1', false],
  ['[::1]', false],
  ['[fd00::5]', false],
  ['[fe80::1]', false],
  ['server', false],
  ['server.local', false],
  ['server.home.arpa', false],
])('%s: public %s', (host, isPublic) => {
  expect(isPublicHost(new URL(`http://${host}`).hostname)).toBe(isPublic);
});

test('a site is unlisted while anything said about the firm is a sample, at a public address only', () => {
  expect(isUnlisted('https://firm.example')).toBe(hasSampleFacts());
  expect(isUnlisted('http://127.0.0.1:3000')).toBe(false);
});

test('a firm whose facts are its own is listed, and unlisted again with the samples', () => {
  const facts = JSON.stringify(builtInFirmWords)
    .replaceAll(/ ?\(sample\)|sample /gi, '')
    .replaceAll('.example', '.com');
  const own = JSON.parse(facts) as typeof builtInFirmWords;
  setCurrentWords('firm', own);
  expect(isUnlisted('https://firm.example')).toBe(false);
  const [first, ...others] = own.people;
  setCurrentWords('firm', {
    ...own,
    email: 'a@firm.example',
    people: [{ ...first, email: 'b@firm.example' }, ...others],
  });
  expect(listSampleParts()).toEqual(['Contact', 'People']);
  setCurrentWords('firm', null);
  expect(isUnlisted('https://firm.example')).toBe(hasSampleFacts());
});
