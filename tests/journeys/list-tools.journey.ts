import type { Page } from 'playwright';
import { afterEach, test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { editor as words } from '#site/content/editor.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { holdWrites } from '../support/hold-requests.ts';
import { expect } from '../support/page-expect.ts';
import { button, setUpPostEditor } from '../support/post-editor.ts';
import { expectToast } from '../support/toasts.ts';
import { VERY_LONG } from '#backend-tests/support/slowness.ts';

const { journey, openAsEditor, insert, readPost } = setUpPostEditor();

afterEach(async () => {
  const { service } = journey.app;
  await service.from('blog_posts').delete().like('title', 'Tool %').throwOnError();
  await service.from('categories').delete().in('slug', ['rulings', 'audits', 'old-rulings']).throwOnError();
});

async function makeCategory(name: string, slug: string): Promise<string> {
  const row = { name, slug };
  const { data } = await journey.app.service.from('categories').insert(row).select('id').single().throwOnError();
  return data.id;
}

const bar = (page: Page) => page.getByRole('group', { name: words.bulk.label });
const search = (page: Page, text: string) => page.getByLabel(dashboard.posts.search).fill(text);
const count = (status: string) => async () => {
  const posts = journey.app.service.from('blog_posts').select('id', { count: 'exact', head: true });
  return (await posts.like('title', 'Tool %').eq('status', status)).count;
};

test('a word of the text finds a draft, which says so, and a word of its title does not; selected posts are moved to a category, and moved back where each was', async () => {
  await insert({ title: 'Tool of the text', content: '<p>The provisional valuation of zinc concentrates</p>' });
  await insert({ title: 'Tool about zinc', content: '<p>Other words</p>' });
  const { page, dialogs } = await openAsEditor();
  await search(page, 'concentrates of valuations');
  await expect(page.getByText(words.list.found(1))).toBeVisible();
  await expect(page.getByRole('row', { name: 'Tool of the text' }).getByText(words.list.inText)).toBeVisible();
  await search(page, 'zinc');
  await expect(page.getByText(words.list.found(2))).toBeVisible();
  await expect(page.getByText(words.list.inText)).toHaveCount(1);
  // What means something to the data API or to the search of the database is only text.
  await search(page, `zinc ), (" or ' & | ! :* lead`);
  await expect(page.getByText(dashboard.posts.noMatch)).toBeVisible();

  const audits = await makeCategory('Audits', 'audits');
  const old = await makeCategory('Old rulings', 'old-rulings');
  const ids = [await insert({ title: 'Tool moved one' }), await insert({ title: 'Tool moved two' })];
  const [first = '', second = ''] = ids;
  await journey.app.service.from('blog_posts').update({ category_id: old }).eq('id', first).throwOnError();
  await search(page, 'Tool moved');
  await expect(page.getByText(words.list.found(2))).toBeVisible();
  await page.getByLabel(words.list.selectAll).check();
  await page.getByLabel(words.bulk.category).selectOption({ label: 'Audits' });
  await expectToast(page, DASHBOARD_MESSAGES.bulkDone('category', 2, 2));
  expect(dialogs.asked().at(-1)).toBe(words.bulk.questions.category(2, 'Audits'));
  expect((await readPost(first)).category_id).toBe(audits);
  await button(page, words.deleted.undo).click();
  await expectToast(page, DASHBOARD_MESSAGES.bulkUndone);
  expect((await readPost(first)).category_id).toBe(old);
  expect((await readPost(second)).category_id).toBeNull();
  await page.getByLabel(words.list.selectAll).check();
  await page.getByLabel(words.bulk.category).selectOption({ label: 'Audits' });
  await expectToast(page, DASHBOARD_MESSAGES.bulkDone('category', 2, 2));
  await journey.app.service.from('blog_posts').delete().eq('id', second).throwOnError();
  await button(page, words.deleted.undo).click();
  await expectToast(page, DASHBOARD_MESSAGES.bulkDone('moveBack', 1, 2));
  expect((await readPost(first)).category_id).toBe(old);
});

test(
  'all posts of a search are selected beyond the page, and archived together; another size shows more of them',
  VERY_LONG,
  async () => {
    const posts = Array.from({ length: 130 }, (_, n) => ({
      title: `Tool number ${n}`,
      slug: `tool-${n}`,
      content: 'Text',
    }));
    await journey.app.service.from('blog_posts').insert(posts).throwOnError();
    const { page, dialogs } = await openAsEditor();
    await search(page, 'Tool number');
    await expect(page.getByText(words.list.found(130))).toBeVisible();
    await page.getByLabel(words.list.size).selectOption('100');
    await expect(page.getByRole('row')).toHaveCount(101);
    await page.getByLabel(words.list.selectAll).check();
    // A row that is unticked while all are read stays unticked.
    const reading = Promise.withResolvers<void>();
    await page.route('**/rest/v1/blog_posts?select=id&*', async (route) => {
      await reading.promise;
      await route.fallback();
    });
    const archive = bar(page).getByRole('button', { name: words.bulk.actions.archived });
    await button(page, words.bulk.all(130)).click();
    await expect(archive).toHaveAttribute('aria-disabled', 'true');
    await page.locator('[data-pick]').first().uncheck();
    reading.resolve();
    await expect(archive).toHaveAttribute('aria-disabled', 'false');
    await expect(bar(page).getByRole('status')).toHaveText(words.bulk.selected(99));
    await page.getByLabel(words.list.selectAll).check();
    await expect(bar(page).getByRole('status')).toHaveText(words.bulk.selected(100));
    await button(page, words.bulk.all(130)).click();
    await expect(bar(page).getByRole('status')).toHaveText(words.bulk.selected(130));
    await expect(button(page, words.bulk.clear)).toBeFocused();
    await archive.click();
    await expectToast(page, DASHBOARD_MESSAGES.bulkDone('archived', 130, 130));
    expect(dialogs.asked().at(-1)).toBe(words.bulk.questions.archived(130));
    expect(await count('archived')()).toBe(130);
    await page.getByLabel(words.list.selectAll).check();
    await button(page, words.bulk.all(130)).click();
    await expect(bar(page).getByRole('status')).toHaveText(words.bulk.selected(130));
    await bar(page).getByRole('button', { name: words.bulk.actions.delete }).click();
    await expectToast(page, DASHBOARD_MESSAGES.bulkDone('delete', 130, 130));
    await expect(page.getByText(dashboard.posts.noMatch)).toBeVisible();
    await button(page, words.deleted.undo).click();
    await expect.poll(count('archived')).toBe(130);
    await expect(page.getByText(words.list.found(130))).toBeVisible();
    const shown = await page.locator('[data-pick]').first().getAttribute('data-pick');
    await page.getByLabel(words.list.selectAll).check();
    await bar(page).getByRole('button', { name: words.bulk.actions.delete }).click();
    await expectToast(page, DASHBOARD_MESSAGES.bulkDone('delete', 100, 100));
    await journey.app.query('delete from public.deleted_items where restored_at is null and row_id = $1', [shown]);
    await button(page, words.deleted.undo).click();
    await expectToast(page, DASHBOARD_MESSAGES.bulkDone('restore', 99, 100));
    expect(await count('archived')()).toBe(129);
  },
);

test('a category is made while writing, chosen, and saved with the post; a known name chooses the known one; a deleted one is named', async () => {
  const own = dashboard.posts.newCategory;
  const { page, expectConsoleError } = await openAsEditor();
  await page.getByRole('button', { name: dashboard.posts.create }).click();
  await page.locator('[name=title]').fill('Tool with a new category');
  await page.locator('[name=content]').fill('Words');
  const field = page.locator('.item-form [name=category_id]');
  await field.selectOption({ label: own.option });
  await button(page, own.add).click();
  await expect(page.getByText(own.nameMissing)).toBeVisible();
  await page.getByLabel(own.label).fill('Rulings');
  await page.getByLabel(own.label).press('Enter');
  await expect(field.locator('option:checked')).toHaveText('Rulings');
  await expect(field).toBeFocused();
  await expect(page.locator('[name=title]')).toHaveValue('Tool with a new category');
  await field.selectOption({ label: own.option });
  await page.getByLabel(own.label).fill('rulings');
  await button(page, own.add).click();
  await expect(page.getByText(own.taken('Rulings'))).toBeVisible();
  await expect(field.locator('option:checked')).toHaveText('Rulings');
  const send = await holdWrites(page, '**/rest/v1/categories*');
  await field.selectOption({ label: own.option });
  await page.getByLabel(own.label).fill('Audits');
  await page.getByLabel(own.label).press('Enter');
  await page.getByLabel(own.label).press('Escape');
  await page.locator('[name=title]').focus();
  send();
  await expect(field.locator('option', { hasText: 'Audits' })).toHaveCount(1);
  await expect(field.locator('option:checked')).toHaveText('Rulings');
  await expect(page.locator('[name=title]')).toBeFocused();
  for (const name of ['सीमा शुल्क', 'आयकर']) {
    await field.selectOption({ label: own.option });
    await page.getByLabel(own.label).fill(name);
    // An input method ends its composition by Enter.
    await page.getByLabel(own.label).dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    await expect(page.getByLabel(own.label)).toBeVisible();
    await page.getByLabel(own.label).press('Enter');
    await expect(field.locator('option:checked')).toHaveText(name);
  }
  await field.selectOption({ label: 'Rulings' });
  const saved = async () => {
    const { data } = await journey.app.service
      .from('blog_posts')
      .select('categories(slug)')
      .eq('title', 'Tool with a new category')
      .maybeSingle();
    return data?.categories?.slug;
  };
  await expect.poll(saved).toBe('rulings');
  expectConsoleError(/^Failed to save post|^Failed to load resource/);
  await field.selectOption({ label: 'Audits' });
  await journey.app.service.from('categories').delete().eq('slug', 'audits').throwOnError();
  await expect(field.locator('option:checked')).toHaveText(words.settings.unknownCategory);
  await button(page, 'Save').click();
  await expect(page.getByRole('alert')).toHaveText(dashboard.form.errors['category-gone']);
  await field.selectOption('');
  await button(page, 'Save').click();
  await expect.poll(saved).toBeUndefined();
  await page.close();
});
