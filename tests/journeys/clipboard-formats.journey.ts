import { readFile, readdir } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadModule } from '../support/bundle-for-browser.ts';
import { openBrowser } from '../support/browser.ts';

const FOLDER = new URL('../fixtures/clipboard/', import.meta.url);
const MODULE = 'src/site/features/admin/posts/visual/paste';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
  await loadModule(page, `${MODULE}/read-clipboard.ts`, 'ClipboardReader');
  await loadModule(page, `${MODULE}/dropped.ts`, 'Dropping');
});
afterAll(() => browser.close());

type Result = { html: string; dropped: string; pictures: string[]; remote: number } | null;

/** Runs in the page. */
function read(clipboard: { html: string; text: string }): Promise<Result> {
  return page.evaluate((given) => {
    // @ts-expect-error -- the bundles are globals of the page
    const { ClipboardReader, Dropping } = window;
    const paste = ClipboardReader.readClipboard(given, 'https://firm.example');
    if (!paste) return null;
    const blocks = [...paste.content.children].map((child: Element) => child.outerHTML);
    return {
      html: blocks.join('\n'),
      dropped: Dropping.describeDropped(paste.dropped),
      pictures: paste.pictures.map(({ file }: { file: File }) => `${file.name} ${file.type} ${file.size}`),
      remote: paste.remote,
    };
  }, clipboard);
}

const names = (await readdir(FOLDER)).filter((name) => /(?<!\.expected)\.html$|\.txt$/.test(name));

test.each(names)('%s is cleaned as expected', async (name) => {
  const given = await readFile(new URL(name, FOLDER), 'utf8');
  const expected = await readFile(new URL(name.replace(/\.\w+$/, '.expected.html'), FOLDER), 'utf8');
  const result = await read(name.endsWith('.txt') ? { html: '', text: given } : { html: given, text: 'plain' });
  expect(`<!-- ${result?.dropped} -->\n${result?.html}\n`).toBe(expected);
});

test('a picture with its bytes is handed over as a file', async () => {
  const html = '<p>a<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="A dot"></p>';
  expect(await read({ html, text: '' })).toMatchObject({ pictures: ['pasted picture.gif image/gif 14'] });
});

test('plain text is left to the editor', async () => {
  expect(await read({ html: '', text: 'Just a line' })).toBeNull();
});

test('columns of a spreadsheet become a table', async () => {
  expect(await read({ html: '', text: 'a\tb\n1\t<2>\n' })).toMatchObject({
    html: '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>&lt;2&gt;</td></tr></tbody></table>',
  });
});

test('reading a paste runs no script and loads nothing', async () => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const html = '<img src="https://x.example/a.png" onerror="window.hacked=1"><svg onload="window.hacked=1"></svg>';
  await read({ html, text: '' });
  await page.waitForTimeout(200);
  expect(requests).toEqual([]);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});
