import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGE_DATES } from '#site/pages/feeds/page-dates.ts';
import { type PublicPath, publicPaths } from '#site/route-table.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { type TestApp } from '../support/test-app.ts';

const FILE = '../../src/site/pages/feeds/page-dates.ts';
const UPDATE =
  'The words of a page changed, and its date in the sitemap did not. Set it by: ' +
  'npm test -- tests/server/page-dates.test.ts -u';
/** Their text is not words of the page: what programs read, and times, which change by themselves. */
const LEFT_OUT = new Set(['script', 'style', 'time']);

let app: TestApp;
beforeAll(async () => {
  // Without posts and testimonials, whose dates the sitemap takes from the database.
  app = await shareTestApp();
});
afterAll(() => app.stop());

/** Title, description and text of the main element of a page. */
function readWords(html: string): string {
  const words: string[] = [];
  const open: string[] = [];
  const parser = new Parser({
    onopentag: (tag, { name, content }) => {
      open.push(tag);
      if (tag === 'meta' && name === 'description') words.push(content ?? '');
    },
    ontext: (text) => {
      const isRead = open.includes('title') || open.includes('main');
      if (isRead && !open.some((tag) => LEFT_OUT.has(tag))) words.push(text);
    },
    onclosetag: () => void open.pop(),
  });
  parser.end(html);
  return words.join(' ').replace(/\s+/g, ' ').trim();
}

async function hashWords(path: string): Promise<string> {
  const response = await fetch(app.url + path);
  expect(response.status, path).toBe(200);
  const words = readWords(await response.text());
  expect(words.length, path).toBeGreaterThan(100);
  return createHash('sha256').update(words).digest('hex').slice(0, 16);
}

test('the sitemap has the date on which the words of each page last changed', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const lines: string[] = [];
  for (const path of publicPaths()) {
    const words = await hashWords(path);
    const before = PAGE_DATES[path as PublicPath];
    const changed = before?.words === words ? before.changed : today;
    lines.push(`  '${path}': { changed: '${changed}', words: '${words}' },`);
  }
  await expect(writeModule(lines), UPDATE).toMatchFileSnapshot(FILE);
});

function writeModule(lines: readonly string[]): string {
  return `import type { PublicPath } from '#site/route-table.ts';

/**
 * When the words of each page last changed, and a hash of them. Written by tests/server/page-dates.test.ts with \`-u\`,
 * which fails while a hash is not that of the page.
 */
export const PAGE_DATES: Record<PublicPath, { changed: string; words: string }> = {
${lines.join('\n')}
};
`;
}
