import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { createReport } from '../import/report.ts';
import { importOwnPictures } from '../pictures/copy-pictures.ts';
import type { MediaStore } from '../pictures/media.ts';
import { CONTENT_FILE, EXPORT_FORMAT, type ExportedPost } from './export-format.ts';
import { openExport } from './open-export.ts';

const TIME = '2026-11-22T08:00:00.000Z';
const POST: ExportedPost = {
  id: randomUUID(),
  title: 'Duty on machines',
  slug: 'duty-on-machines',
  excerpt: null,
  content: '<p>The duty was 7.5%.</p>',
  status: 'published',
  category: null,
  meta_title: null,
  meta_description: null,
  meta_keywords: null,
  featured_image_url: null,
  published_at: TIME,
  created_at: TIME,
  updated_at: TIME,
  author: null,
  reviewer: null,
  law_as_of: null,
  author_email: null,
  old_slugs: [],
  old_addresses: [],
};
/** The beginning of a PNG. */
const PICTURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const TESTIMONIAL = {
  id: randomUUID(),
  name: 'A',
  company: 'B',
  testimonial: 'Good',
  rating: 4,
  is_featured: false,
  created_at: TIME,
};
const CONTENT = {
  format: EXPORT_FORMAT,
  version: 1,
  exported_at: TIME,
  site_url: 'https://firm.example',
  categories: [],
  testimonials: [TESTIMONIAL],
  words: [],
  pictures: [
    { key: 'port.png', file: 'port.png', sha256: createHash('sha256').update(PICTURE).digest('hex'), notes: {} },
  ],
  posts: [POST.slug],
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-export-'));
  await mkdir(join(folder, 'posts'));
  await writeFile(join(folder, `posts/${POST.slug}.json`), JSON.stringify(POST));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Opens the export after a change to its `content.json`. */
async function openChanged(change: (text: string) => string) {
  await writeFile(join(folder, CONTENT_FILE), change(JSON.stringify(CONTENT, null, 2)));
  return openExport(folder);
}

test.each([
  ['as it was written', ''],
  ['after an editor saved it with a byte order mark', '\uFEFF'],
])('an export is opened with its posts, %s', async (_, mark) => {
  const titles: string[] = [];
  const { items } = await openChanged((text) => mark + text);
  for await (const item of items()) if (item.kind === 'post') titles.push(item.post.title);
  expect(titles).toEqual([POST.title]);
});

test.each([
  ['is cut off', (text: string) => text.slice(0, 100), /not JSON/],
  ['is of a newer version', (text: string) => text.replace('"version": 1', '"version": 2'), /newer version/],
  [
    'names a post outside the folder',
    (text: string) => text.replace('"duty-on-machines"', '"../../secret"'),
    /not a slug/,
  ],
  [
    'names a picture outside the folder',
    (text: string) => text.replace(/"file": "[^"]*"/, '"file": "../secret.png"'),
    /not the name of a file/,
  ],
  [
    'names a picture in another bucket',
    (text: string) => text.replace(/"key": "[^"]*"/, '"key": "../other/a.png"'),
    /not the name of a picture/,
  ],
  ['has a testimonial without a name', (text: string) => text.replace('"name": "A"', '"name": " "'), /name: is empty/],
  [
    'names a post that is missing',
    (text: string) => text.replace('"duty-on-machines"', '"no-such-post"'),
    /no-such-post\.json is missing/,
  ],
])('an export that %s is rejected', async (_, change, message) => {
  const opened = openChanged(change);
  await expect(opened).rejects.toThrow(ConfigurationError);
  await expect(opened).rejects.toThrow(message);
});

test('pictures behind a symbolic link that leads out of the folder are not taken', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'outside-'));
  onTestFinished(() => rm(outside, { recursive: true }));
  await writeFile(join(outside, 'port.png'), PICTURE);
  await symlink(outside, join(folder, 'pictures'));
  const report = createReport('', true);
  const media = { has: async () => false } as unknown as MediaStore;
  await importOwnPictures(await openChanged((text) => text), media, report);
  expect(report.notes).toEqual([
    { about: 'picture port.png', what: expect.stringContaining('port.png is not a file of the export') },
  ]);
});
