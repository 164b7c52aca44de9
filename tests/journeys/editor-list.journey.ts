import type { Page } from 'playwright';
import { test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { editor as words } from '#site/content/editor.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { button, setUpPostEditor } from '../support/post-editor.ts';
import { holdWrites } from '../support/hold-requests.ts';
import { expect } from '../support/page-expect.ts';
import { failedResource } from '../support/journey.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';

const { journey, openAsEditor, insert, readPost } = setUpPostEditor();

test('the list can be searched, filtered, sorted and paged, and its URL keeps the state', async () => {
  const { app } = journey;
  const { data: category } = await app.service
    .from('categories')
    .insert({ name: 'Harbours', slug: 'harbours' })
    .select()
    .single()
    .throwOnError();
  const rows = Array.from({ length: 60 }, (_, n) => ({
    title: `Port note ${String(n).padStart(2, '0')} 100%`,
    slug: `port-note-${n}`,
    content: 'Text',
    status: n % 2 === 0 ? 'archived' : 'draft',
    category_id: n < 30 ? category.id : null,
  }));
  await app.service.from('blog_posts').insert(rows).throwOnError();
  const { page, expectConsoleError } = await openAsEditor();
  expectConsoleError(failedResource(416));
  const found = (n: number) => expect(page.getByText(words.list.found(n), { exact: true })).toBeVisible();
  await page.getByLabel(dashboard.posts.search).fill('port 100%');
  await found(60);
  await page.getByLabel(dashboard.posts.search).fill('harbours note');
  await found(30);
  await page.locator('[name=status-filter]').selectOption('archived');
  await found(15);
  await page.locator('[name=status-filter]').selectOption('');
  await page.locator('[name=category-filter]').selectOption('none');
  await expect(page.getByText(dashboard.posts.noMatch)).toBeVisible();
  await button(page, words.list.clear).click();
  await expect(page.getByLabel(dashboard.posts.search)).toHaveValue('');
  await page.getByLabel(dashboard.posts.search).fill('port');
  await found(60);
  await page.locator('[name=order]').selectOption('title');
  await expect(page.getByRole('row').nth(1)).toContainText('Port note 00');
  await page.getByRole('link', { name: dashboard.pages.next }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Port note 25');
  expect(new URL(page.url()).search).toBe('?q=port&sort=title&page=2');
  await page.reload();
  await expect(page.getByRole('row').nth(1)).toContainText('Port note 25');
  await page.goto('/admin?page=900');
  await button(page, dashboard.pages.first).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('many posts are published, archived and deleted after one confirmation, and the result is shown; a duplicate is a new draft and opens at once', async () => {
  const ids = [
    await insert({ title: 'Many one' }),
    await insert({ title: 'Many two' }),
    await insert({ title: 'Many three' }),
  ];
  const { page, dialogs } = await openAsEditor();
  await page.getByLabel(dashboard.posts.search).fill('many');
  await expect(page.getByText(words.list.found(3))).toBeVisible();
  const bar = page.getByRole('group', { name: words.bulk.label });
  const actOnAll = async (name: string) => {
    await page.getByLabel(words.list.selectAll).check();
    await bar.getByRole('button', { name }).click();
  };
  await page.getByLabel('Select Many one').check();
  await expect(bar.getByRole('status')).toHaveText(words.bulk.selected(1));
  dialogs.say('no');
  await actOnAll(words.bulk.actions.published);
  expect(dialogs.asked()).toEqual([words.bulk.questions.published(3)]);
  expect((await readPost(ids[0] ?? '')).status).toBe('draft');
  dialogs.say('yes');
  await bar.getByRole('button', { name: words.bulk.actions.published }).click();
  await expectToast(page, DASHBOARD_MESSAGES.bulkDone('published', 3, 3));
  for (const id of ids) expect((await readPost(id)).status).toBe('published');
  await deleteBeforeNext(page, 'PATCH', ids[0] ?? '');
  await actOnAll(words.bulk.actions.archived);
  await expectToast(page, DASHBOARD_MESSAGES.bulkDone('archived', 2, 3));
  await expect(page.getByText(words.list.found(2))).toBeVisible();
  await actOnAll(words.bulk.actions.delete);
  await expectToast(page, DASHBOARD_MESSAGES.bulkDone('delete', 2, 2));
  const { description } = DASHBOARD_MESSAGES.bulkDone('delete', 2, 2);
  await expect(page.locator('.toast', { hasText: `${description} ${words.deleted.undo}` })).toHaveCount(1);
  await button(page, words.deleted.undo).click();
  await expectToast(page, DASHBOARD_MESSAGES.itemRestored);
  await expect(page.getByText(words.list.found(2))).toBeVisible();
  // What somebody else deleted meanwhile stays deleted.
  await dismissToasts(page);
  await deleteBeforeNext(page, 'DELETE', ids[1] ?? '');
  await actOnAll(words.bulk.actions.delete);
  await expectToast(page, DASHBOARD_MESSAGES.bulkDone('delete', 1, 2));
  await button(page, words.deleted.undo).click();
  await expectToast(page, DASHBOARD_MESSAGES.itemRestored);
  await expect(page.getByText(words.list.found(1))).toBeVisible();

  await insert({ title: 'Original', slug: 'original', content: 'The words', status: 'published' });
  await page.getByLabel(dashboard.posts.search).fill('Original');
  await button(page, 'Duplicate Original').click();
  await expectToast(page, DASHBOARD_MESSAGES.postDuplicated);
  await expect(page.locator('[name=title]')).toHaveValue('Original (copy)');
  await expect(page.locator('[name=slug]')).toHaveValue('original-copy');
  await expect(page.locator('[name=status]')).toHaveValue('draft');
  await expect(page.locator('[name=content]')).toHaveValue('The words');

  await button(page, words.writing.back).click();
  const answer = await holdWrites(page, '**/rest/v1/blog_posts*');
  await page.getByRole('button', { name: 'Duplicate Original', exact: true }).click();
  await button(page, dashboard.posts.create).click();
  await page.locator('[name=title]').fill('Typed meanwhile');
  answer();
  await expectToast(page, DASHBOARD_MESSAGES.postDuplicatedMeanwhile);
  await expect(page.locator('[name=title]')).toHaveValue('Typed meanwhile');
});

/** Deletes a post in another way after this page has sent its next update or deletion, and before the server has it. */
async function deleteBeforeNext(page: Page, method: 'PATCH' | 'DELETE', id: string): Promise<void> {
  await page.route(/\/rest\/v1\/blog_posts\?/, async (route) => {
    const isNext = route.request().method() === method;
    if (isNext) await journey.app.service.from('blog_posts').delete().eq('id', id).throwOnError();
    await route.fallback();
  });
}
