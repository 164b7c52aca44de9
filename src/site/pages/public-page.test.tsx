import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { isPrintable } from '#contract/words/fields.ts';
import { readWords, type WordPage } from '#contract/words/stored-words.ts';
import { setCurrentWords } from '#site/content/current-words.ts';
import { firm } from '#site/content/firm.ts';
import { PUBLIC_WORDS, WORD_PAGES } from '#site/content/word-pages.ts';
import { markWords, readMarks } from '#site/features/admin/words/marks.ts';
import type { PublicPath } from '#site/route-table.ts';
import { publicPage } from './public-page.tsx';

// The build makes it.
vi.mock('virtual:public-assets', () => ({ islandsEntry: '/islands.js' }));

const PAGES = Object.entries(PUBLIC_WORDS).map(([name, { path }]) => [name, path] as const);
const FIRM = (['/about', '/contact', '/team'] as const).map((path) => ['firm', path] as const);

// The contact page shows the time.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  // The privacy page of the dashboard reads the settings from its document.
  const textContent = JSON.stringify({ supabaseUrl: '', emailjs: { origin: '' } });
  vi.stubGlobal('document', { getElementById: () => ({ textContent }) });
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
afterEach(() => {
  for (const name of Object.keys(WORD_PAGES)) setCurrentWords(name, null);
});

function render(name: string, path: PublicPath, words: object): string {
  setCurrentWords(name, words);
  return renderToStaticMarkup(publicPage(path));
}

/** What may be typed: text that could be markup, in any script. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('<b>', '</script>', '<img src=x onerror=alert(1)>', '"', '&', ' '),
      fc.string({ unit: 'grapheme' }),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join('').toWellFormed().trim().slice(0, 12).toWellFormed().trim())
  .filter((line) => line !== '' && isPrintable(line));

/** The words with another text in each field for texts. */
function withTexts({ schema, builtIn }: WordPage, typed: readonly string[]): object {
  const { words, paths } = markWords(schema, builtIn);
  const replaced = JSON.parse(JSON.stringify(words), (_, value: unknown) => {
    if (typeof value !== 'string') return value;
    const { text: own, indexes } = readMarks(value);
    const [index] = indexes;
    // Telephones and addresses take no other text.
    return index === undefined || /^\+|@/.test(own) ? own : typed[index % typed.length];
  }) as object;
  expect(paths.length).toBeGreaterThan(4);
  const read = readWords(schema, builtIn, replaced);
  expect(read.misfits).toEqual([]);
  return read.words;
}

test.each([...PAGES, ...FIRM])('%s: without its marks %s is the page without marks', (name, path) => {
  const page = WORD_PAGES[name]!;
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), (typed) => {
      const words = withTexts(page, typed);
      const { words: marked, paths } = markWords(page.schema, words);
      const html = render(name, path, marked);
      const { text: unmarked, indexes } = readMarks(html);
      expect(unmarked).toBe(render(name, path, words));
      expect(unmarked).not.toMatch(/[\u2061-\u2064]/);
      expect(indexes.every((index) => paths[index] !== undefined)).toBe(true);
    }),
    { numRuns: 15 },
  );
});

test.each(PAGES)('all texts of %s but those for search engines are found on its page', (name, path) => {
  const page = WORD_PAGES[name]!;
  const { words, paths } = markWords(page.schema, page.builtIn);
  const found = new Set(readMarks(render(name, path, words)).indexes.map((index) => paths[index]));
  expect(paths.filter((field) => !found.has(field))).toEqual(['metaTitle', 'metaDescription']);
});

test('what a telephone dials, links, pictures and codes have no mark', () => {
  const { words, paths } = markWords(WORD_PAGES['firm']!.schema, WORD_PAGES['firm']!.builtIn);
  expect(paths).toEqual(expect.arrayContaining(['people.0.name', 'people.0.email', 'phone']));
  expect(words).toMatchObject({ phone: { e164: firm.phone.e164 } });
  expect(paths.filter((path) => /e164|href|photograph|\.id$|[cC]ode$|timeZone|schema/.test(path))).toEqual([
    'address.postalCode',
    ...[0, 1, 2, 3].map((n) => `otherOffices.${n}.address.postalCode`),
  ]);
});
