import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAll } from '#tests/support/read-all.ts';
import { wxr, wxrItem } from '#tests/support/wxr.ts';
import { readWxr } from './read-wxr.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wxr-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function readText(text: string) {
  const file = join(folder, 'export.xml');
  await writeFile(file, text);
  return readAll(readWxr(file));
}

test('items are read with their texts, terms and metadata', async () => {
  const more =
    '<category domain="category" nicename="duty">Duty</category><wp:postmeta><wp:meta_key>k</wp:meta_key><wp:meta_value>v</wp:meta_value></wp:postmeta><wp:comment><wp:comment_id>1</wp:comment_id></wp:comment></item>';
  const [item, channel] = await readText(wxr(wxrItem({ title: 'A & B <c>' }).replace('</item>', more)));
  expect(item).toMatchObject({
    name: 'item',
    terms: [{ domain: 'category', slug: 'duty', name: 'Duty' }],
    comments: 1,
  });
  expect([item?.fields.get('title'), item?.meta.get('k')]).toEqual(['A & B <c>', 'v']);
  expect(channel?.fields.get('wp:base_blog_url')).toBe('https://old.example');
});

test('a file whose characters are split between two reads is read whole', async () => {
  const text = 'आयात '.repeat(60_000);
  const [item] = await readText(wxr(wxrItem({ 'content:encoded': text })));
  expect(item?.fields.get('content:encoded')).toBe(text);
});

const BOMB = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<rss version="2.0"><channel><item><title>&b;</title></item></channel></rss>`;
const EXTERNAL = BOMB.replace(/\[.*\]/, 'SYSTEM "file:///etc/passwd"');

const MORE = `<wp:postmeta><wp:meta_key>k</wp:meta_key><wp:meta_value>${'a'.repeat(4_000_000)}</wp:meta_value></wp:postmeta>`;

test.each([
  ['with entities that expand', BOMB, /declares a document type/],
  ['with an external document type', EXTERNAL, /declares a document type/],
  ['of another kind', '<html><body></body></html>', /no export of WordPress/],
  [
    'that is a feed',
    '<rss version="2.0"><channel><item><title>a</title></item></channel></rss>',
    /no export of WordPress/,
  ],
  ['that is cut off', wxr(wxrItem({})).slice(0, -40), /cut off/],
  ['that is cut off inside an item', wxr(wxrItem({})).slice(0, 400), /cut off/],
  ['with elements nested deeply', wxr('<item>'.repeat(10_000)), /nested deeper/],
  ['in another encoding', wxr().replace('UTF-8', 'ISO-8859-1'), /ISO-8859-1/],
  ['with an item of forty megabytes', wxr(wxrItem({}).replace('</item>', `${MORE.repeat(10)}</item>`)), /in one item/],
  ['with a text of ten megabytes', wxr(wxrItem({ title: 'a'.repeat(10_000_000) })), /more than 8388608 characters/],
])('a file %s is rejected', async (_, text, error) => {
  await expect(readText(text)).rejects.toThrow(error);
});

test('an empty file is rejected', async () => {
  await expect(readText('')).rejects.toThrow(/no export of WordPress/);
});
