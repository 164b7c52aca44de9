import { expect, test } from 'vitest';
import { fallbackSlug, freeSlug, slugFromTitle } from './slug.ts';

test('a title becomes lowercase words joined by single hyphens', () => {
  expect(slugFromTitle('  EPCG:  Closing -- the Six-Year File!  ')).toBe('epcg-closing-the-six-year-file');
});

test('a title without Latin letters or digits gives an empty slug', () => {
  expect(slugFromTitle('आयात निर्यात')).toBe('');
});

test('the rule is idempotent', () => {
  const slug = slugFromTitle('Rules of origin & CETA (2026)');
  expect(slugFromTitle(slug)).toBe(slug);
});

test('a fallback has the kind and the day in India', () => {
  expect(fallbackSlug('post', new Date('2026-11-20T19:00:00Z'))).toBe('post-2026-11-21');
});

test('a taken slug gets the first free number', () => {
  expect(freeSlug('iec', new Set(['iec', 'iec-2']))).toBe('iec-3');
});
