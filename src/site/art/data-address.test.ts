import { expect, test } from 'vitest';
import { dataAddress } from './data-address.ts';

test('an address has no sign that the URL standard forbids, and gives the document back', () => {
  const svg = '<svg viewBox="0 0 1 1"><path d="M0 0h1" fill="url(#p)" data-x="{|}^`%"/></svg>';
  const address = dataAddress(svg);
  expect(address).toMatch(/^data:image\/svg\+xml,[^\s"<>#{}|\\^`]+$/);
  expect(decodeURIComponent(address.slice(address.indexOf(',') + 1))).toBe(svg);
});
