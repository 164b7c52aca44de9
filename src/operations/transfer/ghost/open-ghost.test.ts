import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ROOT } from '#tests/support/root.ts';
import { readAll } from '#tests/support/read-all.ts';
import { openGhost } from './open-ghost.ts';

const FILE = join(ROOT, 'tests/fixtures/import/ghost.json');
const SITE = new URL('https://ghost.example');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ghost-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('posts and pages are read with tags, metadata and pictures', async () => {
  const source = await openGhost(FILE, SITE);
  const items = await readAll(source.items());
  const posts = items.flatMap((item) => (item.kind === 'post' ? [item.post] : []));
  expect(source.categories).toMatchObject([{ slug: 'shipping', name: 'Shipping', description: 'By sea.' }]);
  expect(posts.map(({ slug, status, publishedAt }) => [slug, status, publishedAt])).toEqual([
    ['ports-of-the-coast', 'published', '2023-09-01T09:00:00.000Z'],
    ['for-members', 'draft', null],
    ['a-page', 'draft', null],
    ['later', 'published', '2100-01-01T00:00:00.000Z'],
  ]);
  expect(posts[0]).toMatchObject({
    category: 'shipping',
    metaKeywords: 'Ports',
    metaTitle: 'Ports',
    metaDescription: 'About ports.',
    picture: 'https://ghost.example/content/images/2023/09/harbour.png',
    addresses: ['/ports-of-the-coast/'],
    authorEmail: 'asha@old-firm.example',
  });
  expect(posts[1]?.notes).toEqual(['was only for paid; it is a draft here']);
  expect(posts[2]?.notes).toEqual(['was a page; it is a post here']);
});

test('times without a zone are in UTC, wherever they are imported', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TZ', 'Asia/Kolkata');
  const file = join(folder, 'sqlite.json');
  await writeFile(file, (await readFile(FILE, 'utf8')).replaceAll(/(\d)T(\d\d:\d\d:\d\d)\.000Z/g, '$1 $2'));
  const [first] = await readAll((await openGhost(file, SITE)).items());
  expect(first).toMatchObject({
    post: { publishedAt: '2023-09-01T09:00:00.000Z', createdAt: '2023-09-01T08:00:00.000Z' },
  });
});

test('a website in a folder of its domain has its addresses and pictures there', async () => {
  const source = await openGhost(FILE, new URL('https://firm.example/notes/'));
  const [first] = await readAll(source.items());
  expect(first).toMatchObject({
    post: {
      addresses: ['/notes/ports-of-the-coast/'],
      picture: 'https://firm.example/notes/content/images/2023/09/harbour.png',
    },
  });
});

test.each([
  ['that is cut off', '{"db":[{"data":{"posts":[', /not JSON/],
  ['of another kind', '{"posts":[]}', /no export of Ghost/],
  ['whose posts are no list', '{"db":[{"data":{"posts":{"__proto__":1}}}]}', /no export of Ghost/],
])('a file %s is rejected', async (_, text, error) => {
  const file = join(folder, 'ghost.json');
  await writeFile(file, text);
  await expect(openGhost(file, SITE)).rejects.toThrow(error);
});

test('the address of the website must be given', async () => {
  await expect(openGhost(FILE, null)).rejects.toThrow(/--site/);
});
