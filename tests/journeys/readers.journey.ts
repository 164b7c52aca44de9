import { readFile } from 'node:fs/promises';
import { test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { readers as words } from '#site/content/readers.ts';
import { daysOfPeriod } from '#site/features/admin/readers/view-days.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { setUpJourney } from '../support/journey.ts';
import { expect } from '../support/page-expect.ts';
import { makePerson, openDashboard } from '../support/people.ts';

const journey = setUpJourney();

test('an administrator sees what was read, as a line, as a table, and as CSV', async () => {
  const [first = '', today = ''] = daysOfPeriod(2, Date.now());
  await journey.app.query(
    `insert into public.view_counts values ($1, 'page', '/about', 1200), ($2, 'page', '/blog', 34),
       ($2, 'source', 'search.example', 5), ($2, 'missing', '/old-page', 2), ($2, 'enquiry', '/contact', 3)`,
    [first, today],
  );
  await journey.app.query(
    `insert into public.view_counts values ($1, 'page', '/blog/read-often', 2), ($2, 'page', '/blog/read-often', 3)`,
    [first, today],
  );
  await journey.app.service
    .from('blog_posts')
    .insert({ title: 'Read often', slug: 'read-often', content: 'Text', status: 'published' })
    .throwOnError();
  const { page } = await journey.visit();
  await openDashboard(journey.app, page, await makePerson(journey.app, { admin: true }));
  await expect(page.getByRole('row', { name: 'Read often' })).toContainText(dashboard.posts.views(5));
  await page.getByRole('tab', { name: dashboard.tabs.readers }).click();
  await expect(page.getByText(words.summary(1239, 3))).toBeVisible();
  await expect(page.locator('.views-chart canvas')).toBeVisible();
  await expect(page.getByRole('row', { name: '/about 1,200' })).toBeVisible();
  expect(await page.getByRole('cell', { name: '1,200' }).first().evaluate(countLines)).toBe(1);
  await expect(page.getByRole('row', { name: '/old-page 2' })).toBeVisible();
  await page.getByText(words.table).click();
  await expect(page.locator('.disclosure tbody tr')).toHaveCount(30);
  await expectAccessibleLayout(page);
  await page.getByLabel(words.period).selectOption({ label: words.periods[7] });
  await expect(page.locator('.disclosure tbody tr')).toHaveCount(7);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: words.download }).click();
  const csv = await readFile(await (await saved).path(), 'utf8');
  expect(csv).toContain(`views,${first},1202\r\n`);
  expect(csv).toContain('source,search.example,5\r\n');
});

function countLines(cell: Element): number {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return text.getClientRects().length;
}
