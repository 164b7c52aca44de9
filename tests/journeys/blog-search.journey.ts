import { expect, test } from 'vitest';
import type { VisitOptions } from '../support/browser.ts';
import { setUpJourney } from '../support/journey.ts';

const journey = setUpJourney({ sampleContent: true });

async function comeTo(path: string, options: VisitOptions = {}) {
  const one = await journey.visit(options);
  await one.page.goto(path);
  return one;
}

test('a search finds posts by abbreviations and long forms, with JavaScript off', async () => {
  const { page } = await comeTo('/blog', { javaScript: false });
  const search = async (words: string) => {
    await page.getByRole('searchbox', { name: 'Search the articles' }).fill(words);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(`**/blog?q=${new URLSearchParams({ q: words }).toString().slice(2)}`);
    expect(await page.getByRole('searchbox').inputValue()).toBe(words);
    return page.locator('.post-card__title').allTextContents();
  };
  expect(await search('EODC')).toEqual(['Closing an EPCG authorisation: the six-year file']);
  expect(await page.getByRole('status').textContent()).toBe('1 article found for “EODC”');
  expect((await search('special valuation branch'))[0]).toMatch(/^Importing from your own group/);
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
  expect(await search('quantum llama')).toEqual([]);
  expect(await page.locator('.empty-state h2').textContent()).toBe('No articles found for “quantum llama”');
  await page.getByRole('link', { name: 'Show all articles' }).click();
  await page.waitForURL('**/blog');
  await page.locator('.post-card').nth(8).waitFor();
});

test('each abbreviation finds its long form and the reverse', async () => {
  const pairs = [
    ['IEC', 'Importer Exporter Code'],
    ['AA', 'Advance Authorisation'],
    ['RoDTEP', 'Remission of Duties and Taxes on Exported Products'],
    ['MOOWR', 'Manufacture and Other Operations in Warehouse'],
    ['SCOMET', 'Special Chemicals, Organisms, Materials, Equipment and Technologies'],
    ['ODI', 'overseas direct investment'],
    ['DTAA', 'Double-Taxation Avoidance Agreement'],
    ['FC-GPR', 'Foreign Currency-Gross Provisional Return'],
    ['licences', 'license'],
  ] as const;
  for (const [short, long] of pairs) {
    for (const [written, asked] of [
      [short, long],
      [long, short.toLowerCase()],
    ] as const) {
      expect([written, asked, await finds(asked, written)]).toEqual([written, asked, true]);
    }
  }
  expect(await finds('advance authorisation', 'aa batteries')).toBe(false);
});

/** Whether a search for `asked` finds a post that contains `written`. */
async function finds(asked: string, written: string): Promise<boolean> {
  const row = { title: 'Inserted', slug: 'inserted-pair', content: `<p>On ${written}/other.</p>`, status: 'published' };
  await journey.app.service.from('blog_posts').insert(row).throwOnError();
  const page = await (await fetch(`${journey.app.url}/blog?${new URLSearchParams({ q: asked }).toString()}`)).text();
  await journey.app.service.from('blog_posts').delete().eq('slug', row.slug).throwOnError();
  return page.includes('href="/blog/inserted-pair"');
}

test('a match in the title comes before a match in the text, whatever its age', async () => {
  const insert = (slug: string, title: string, content: string, published_at: string) => ({
    slug,
    title,
    content,
    published_at,
    status: 'published',
  });
  const rows = [
    insert('inserted-text', 'Inserted', '<p>On zebras, among others.</p>', '2026-01-02T00:00:00Z'),
    insert('inserted-title', 'A zebra', '<p>Inserted.</p>', '2020-01-02T00:00:00Z'),
  ];
  await journey.app.service.from('blog_posts').insert(rows).throwOnError();
  const { page } = await comeTo('/blog?q=zebras');
  expect(await page.locator('.post-card__title').allTextContents()).toEqual(['A zebra', 'Inserted']);
  await journey.app.service.from('blog_posts').delete().like('slug', 'inserted-%').throwOnError();
});

test('any search text gets an answer', async () => {
  for (const words of [`' | & ! :* <->`, '\\', '%00', 'the', '-', '"', 'x'.repeat(5000), '🐘', "a'b:c"]) {
    const { status } = await fetch(`${journey.app.url}/blog?q=${encodeURIComponent(words)}`);
    expect([words.slice(0, 20), status]).toEqual([words.slice(0, 20), 200]);
  }
});
