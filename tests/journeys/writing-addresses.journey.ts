import type { Page } from 'playwright';
import { test } from 'vitest';
import { SESSION_KEY } from '#contract/browser-keys.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { failedResource } from '../support/journey.ts';
import { expect } from '../support/page-expect.ts';
import { signInAgain } from '../support/people.ts';
import { button, edit, editorWrites, setUpPostEditor } from '../support/post-editor.ts';
import { expectToast } from '../support/toasts.ts';

const { journey, openAsEditor, insert, editor, readPost } = setUpPostEditor();

const field = (page: Page, name: string) => page.locator(`.item-form [name=${name}]`);
const form = (page: Page) => page.locator('.item-form');
const search = (page: Page) => new URL(page.url()).search;

test('a tab and a post have addresses, for a reload, the way back and a shared link', async () => {
  const { page, context } = await openAsEditor();
  await page.getByRole('tab', { name: 'Categories' }).click();
  await expect.poll(() => search(page)).toBe('?tab=categories');
  await page.reload();
  await button(page, dashboard.categories.create).waitFor();
  await page.goBack();
  await button(page, dashboard.posts.create).waitFor();
  await page.goForward();
  await button(page, dashboard.categories.create).waitFor();
  const other = await context.newPage();
  await other.goto('/admin?tab=testimonials');
  await button(other, dashboard.testimonials.create).waitFor();

  await page.goto('/admin');
  const id = await insert({ title: 'Shared by its address' });
  await edit(page, 'Shared by its address');
  await expect.poll(() => search(page)).toBe(`?q=Shared+by+its+address&tab=posts&post=${id}`);
  await page.reload();
  await expect(field(page, 'title')).toHaveValue('Shared by its address');
  await page.goBack();
  await expect(form(page)).toHaveCount(0);
  await expect(page.getByLabel(dashboard.posts.search)).toHaveValue('Shared by its address');
  await page.goForward();
  await expect(field(page, 'title')).toHaveValue('Shared by its address');
  await button(page, dashboard.form.cancel).click();
  await expect(form(page)).toHaveCount(0);
  await expect(page.getByLabel(dashboard.posts.search)).toHaveValue('Shared by its address');

  await other.goto(`/admin?tab=posts&post=${id}`);
  await expect(field(other, 'title')).toHaveValue('Shared by its address');
  await button(other, dashboard.form.cancel).click();
  await expect(form(other)).toHaveCount(0);
  await expect.poll(() => search(other)).toBe('?tab=posts');
});

test('closing a form leads to the list, with one entry in the history and the focus on what opened it; the way back asks before it leaves unsaved changes, and asks once', async () => {
  await insert({ title: 'Opened and closed' });
  const { page, dialogs } = await openAsEditor();
  await page.getByLabel(dashboard.posts.search).fill('Opened and closed');
  const opener = button(page, 'Edit Opened and closed');
  await opener.waitFor();
  const entries = await page.evaluate(() => history.length);
  for (const round of [1, 2]) {
    await opener.click();
    await field(page, 'title').waitFor();
    await button(page, dashboard.form.cancel).click();
    await expect(opener).toBeFocused();
    expect(await page.evaluate(() => history.length), `round ${round}`).toBe(entries + 1);
  }

  await insert({ title: 'Asked once' });
  await edit(page, 'Asked once');
  await editorWrites(page, 'Changed');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Changed');
  dialogs.say('no');
  await page.goBack();
  await expect.poll(() => dialogs.asked()).toEqual([dashboard.form.leaveQuestion]);
  await expect(field(page, 'content')).toHaveValue('Changed');
  expect(search(page)).toContain('post=');
  dialogs.say('yes');
  await button(page, dashboard.form.cancel).click();
  await expect(form(page)).toHaveCount(0);
  expect(dialogs.asked()).toEqual([dashboard.form.discardQuestion]);
  expect(search(page)).not.toContain('post=');
});

test('each category and testimonial has an address, also a new one; that of an item or post that is gone leads to the list', async () => {
  const { page } = await openAsEditor();
  for (const { tab, name, table, row } of [
    { tab: 'categories', name: 'category', table: 'categories', row: { name: 'By address', slug: 'by-address' } },
    {
      tab: 'testimonials',
      name: 'testimonial',
      table: 'testimonials',
      row: { name: 'By address', company: 'C', testimonial: 'T' },
    },
  ] as const) {
    const { data } = await journey.app.service
      .from(table as 'categories')
      .insert(row as { name: string; slug: string })
      .select('id')
      .single()
      .throwOnError();
    await page.goto(`/admin?tab=${tab}&${name}=${data.id}`);
    await expect(field(page, 'name')).toHaveValue('By address');
    await button(page, dashboard.form.cancel).click();
    await expect(form(page)).toHaveCount(0);
    await page.goto(`/admin?tab=${tab}&${name}=new`);
    await expect(field(page, 'name')).toHaveValue('');
    await page.goto(`/admin?tab=${tab}&${name}=00000000-0000-4000-8000-000000000000`);
    await expectToast(page, DASHBOARD_MESSAGES.itemGone);
    await expect(form(page)).toHaveCount(0);
  }
  await page.goto('/admin?tab=posts&post=00000000-0000-4000-8000-000000000000');
  await expectToast(page, DASHBOARD_MESSAGES.postGone);
  await button(page, dashboard.posts.create).waitFor();
  expect(search(page)).toBe('?tab=posts');
});

test('a session that ends while typing is asked for in place, and the text is saved afterwards', async () => {
  const id = await insert({ title: 'Interrupted' });
  const { page, expectConsoleError } = await openAsEditor();
  expectConsoleError(failedResource(400));
  expectConsoleError(failedResource(401));
  expectConsoleError(/^Failed to save post:/);
  await edit(page, 'Interrupted');
  await editorWrites(page, 'Written before the end of the session');
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    const ended = { ...session, expires_at: session.expires_at - 7200, refresh_token: 'never-issued' };
    localStorage.setItem(key, JSON.stringify(ended));
  }, SESSION_KEY);
  await page.keyboard.press('Control+s');
  await signInAgain(page, editor());
  await expect(field(page, 'content')).toHaveValue('Written before the end of the session');
  await expect.poll(async () => (await readPost(id)).content).toBe('Written before the end of the session');
});
