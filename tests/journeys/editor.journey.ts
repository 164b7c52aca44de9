import { test } from 'vitest';
import { blogList } from '#site/content/blog.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor as words } from '#site/content/editor.ts';
import { MESSAGES } from '#site/messages.ts';
import { button, edit, editorWrites, setUpPostEditor, preview, save } from '../support/post-editor.ts';
import { expect } from '../support/page-expect.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';

const { journey, openAsEditor, insert, readPost } = setUpPostEditor();

test('the toolbar and its shortcuts mark up the text, the preview follows, and undo reverts it; it sanitises like the public page, and its links do not navigate', async () => {
  const { page } = await openAsEditor({ width: 1440 });
  await button(page, 'New Post').click();
  const area = page.locator('[name=content]');
  await expect(area).toHaveAttribute('rows', '10');
  await area.click();
  await page.keyboard.type('Duty drawback');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+b');
  await expect(area).toHaveValue('<strong>Duty drawback</strong>');
  await expect(preview(page).locator('.prose strong')).toHaveText('Duty drawback');
  await page.keyboard.press('Control+z');
  await expect(area).toHaveValue('Duty drawback');
  await page.getByRole('toolbar').getByRole('button', { name: 'Heading', exact: true }).click();
  await expect(area).toHaveValue('<h2>Duty drawback</h2>');
  await expect(area).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nItem one');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Control+Shift+8');
  await page.keyboard.press('Control+End');
  await page.getByRole('toolbar').getByRole('button', { name: 'Table' }).click();
  await expect(preview(page).locator('.prose li')).toHaveText('Item one');
  await expect(preview(page).getByRole('cell')).toHaveCount(4);
  await expect(page.getByText(/^\d+ words · 1 min read$/)).toBeVisible();

  await page.locator('[name=title]').fill('Safe');
  await editorWrites(
    page,
    '<p onclick="window.top.hit=1">a</p><script>window.top.hit=1</script><img src="/favicon.svg" onerror="window.top.hit=1"><a href="/contact">out</a>',
  );
  const body = preview(page).locator('.prose');
  await expect(body.getByRole('link', { name: 'out' })).toBeVisible();
  expect(await body.innerHTML()).not.toMatch(/onclick|onerror|script/);
  await body.getByRole('link', { name: 'out' }).click();
  await preview(page).getByRole('link', { name: 'Back to Blog' }).click();
  expect(new URL(page.url()).pathname).toBe('/admin');
  await expect(page.locator('[name=title]')).toHaveValue('Safe');
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Safe');
  await expect(page.locator('.search-result__title')).toHaveText(/^Safe \|/);
  await page.getByLabel('Meta description').fill('In a search result.');
  await expect(page.locator('.search-result__text')).toHaveText('In a search result.');
  await expect(page.locator('.share-card__text')).toHaveText('In a search result.');
});

test('a scheduled post can be filtered, and appears at its time, not before, also for administrators; an unchanged date keeps its seconds', async () => {
  const { page } = await openAsEditor();
  const { app } = journey;
  await button(page, 'New Post').click();
  await page.locator('[name=title]').fill('Budget at noon');
  await editorWrites(page, 'Text');
  await page.locator('[name=status]').selectOption('published');
  await expect(page.getByText(dashboard.posts.statusHints.published)).toBeVisible();
  await page.getByLabel(words.schedule.label).fill('2099-02-01T12:00');
  await expect(page.getByText(/It appears by itself on February 1, 2099/)).toBeVisible();
  await save(page);
  await expectToast(page, MESSAGES.postCreated);
  const row = page.getByRole('row', { name: 'Budget at noon' });
  await expect(row).toContainText(words.list.scheduled);
  await expect(row).toContainText('Appears February 1, 2099');
  await expect(row.getByRole('link', { name: '/blog/' })).toHaveCount(0);
  const { url } = app;
  expect((await fetch(`${url}/blog/budget-at-noon`)).status).toBe(404);
  expect(await (await fetch(`${url}/blog`)).text()).not.toContain('Budget at noon');
  await page.locator('[name=status-filter]').selectOption('scheduled');
  await expect(row).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.goto('/blog');
  await page.getByLabel(blogList.search.label).fill('noon');
  await page.keyboard.press('Enter');
  await expect(page.getByText(blogList.search.none('noon'))).toBeVisible();

  await page.goto('/admin');
  await edit(page, 'Budget at noon');
  await page.getByLabel(words.schedule.label).fill('');
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  expect((await fetch(`${url}/blog/budget-at-noon`)).status).toBe(200);
  expect(await (await fetch(`${url}/blog`)).text()).toContain('Budget at noon');

  await dismissToasts(page);
  const id = await insert({
    title: 'To the second',
    status: 'published',
    published_at: '2026-01-02T03:04:05.678+00:00',
  });
  await edit(page, 'To the second');
  await editorWrites(page, 'Changed');
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  expect(await readPost(id)).toMatchObject({ content: 'Changed', published_at: '2026-01-02T03:04:05.678+00:00' });
});
