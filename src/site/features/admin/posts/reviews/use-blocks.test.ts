import { expect, test } from 'vitest';
import { findBlock, placeAt } from './use-blocks.ts';

const BLOCKS = ['Who must file', 'An importer\n files  the form.', '', 'When', 'An importer files it later.'];

test('a place has the number of its block and the start of its text', () => {
  expect(placeAt(BLOCKS, 1)).toEqual({ block: 1, quote: 'An importer files the form.' });
  expect(placeAt(BLOCKS, 2)).toEqual({ block: 2, quote: '' });
  expect(placeAt(['क'.repeat(100)], 0).quote).toBe('क'.repeat(80));
});

test('a block is found again after others were added or removed before it', () => {
  const place = placeAt(BLOCKS, 3);
  expect(findBlock(['New', ...BLOCKS], place)).toBe(4);
  expect(findBlock(BLOCKS.slice(2), place)).toBe(1);
});

test('of several blocks that begin alike the nearest is found', () => {
  const place = { block: 3, quote: 'An importer files' };
  expect(findBlock(BLOCKS, place)).toBe(4);
  expect(findBlock(BLOCKS, { ...place, block: 2 })).toBe(1);
});

test('a block whose beginning was written anew is not found', () => {
  expect(findBlock(BLOCKS, { block: 1, quote: 'An exporter' })).toBeNull();
  expect(findBlock(BLOCKS, { block: 2, quote: '' })).toBe(2);
  expect(findBlock(BLOCKS, { block: 1, quote: '' })).toBeNull();
});
