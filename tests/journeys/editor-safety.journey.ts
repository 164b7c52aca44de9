import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { test } from 'vitest';
import { SESSION_KEY } from '#contract/browser-keys.ts';
import { account } from '#site/content/account.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor as words } from '#site/content/editor.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { saving } from '#site/content/saving.ts';
import { MESSAGES } from '#site/messages.ts';
import { button, edit, editorWrites, setUpPostEditor, save } from '../support/post-editor.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { blockStorage, shortenTimeouts } from '../support/browser.ts';
import { expect } from '../support/page-expect.ts';
import { failedResource } from '../support/journey.ts';
import { enterDashboard } from '../support/people.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';

const { journey, editor, openAsEditor, insert, readPost } = setUpPostEditor();

test('the second editor gets a conflict, sees both versions, and chooses one; an earlier version is compared and restored, over a text that readers see after a question; status and slug stay', async () => {
  const id = await insert({ title: 'Two editors', content: 'The first text' });
  const { page, dialogs, expectConsoleError } = await openAsEditor();
  expectConsoleError(/^Failed to save post: PostConflict/);
  await edit(page, 'Two editors');
  await editorWrites(page, 'The text of mine');
  await journey.app.service.from('blog_posts').update({ content: 'The text of theirs' }).eq('id', id);
  await save(page);
  await expectToast(page, MESSAGES.savePostFailed);
  await expect(page.getByRole('alert')).toContainText('Somebody else saved this at ');
  await expect(page.locator('.difference del').filter({ hasText: 'theirs' })).toBeVisible();
  await expect(page.locator('.difference ins').filter({ hasText: 'mine' })).toBeVisible();
  expect((await readPost(id)).content).toBe('The text of theirs');
  await expectAccessibleLayout(page);

  await button(page, words.conflict.theirs).click();
  await expect(page.locator('[name=content]')).toHaveValue('The text of theirs');
  await button(page, dashboard.copy.restore).click();
  await expect(page.locator('[name=content]')).toHaveValue('The text of mine');

  await journey.app.service.from('blog_posts').update({ content: 'Theirs once more' }).eq('id', id);
  await save(page);
  await page.locator('.difference ins').first().waitFor();
  await button(page, words.conflict.mine).click();
  await expectToast(page, MESSAGES.postUpdated);
  expect((await readPost(id)).content).toBe('The text of mine');

  await dismissToasts(page);
  const grown = await insert({ title: 'Grown', slug: 'grown', content: 'The old words of the text' });
  await journey.app.service
    .from('blog_posts')
    .update({ content: 'The new words of the text', status: 'published', slug: 'grown-up' })
    .eq('id', grown);
  await edit(page, 'Grown');
  await page.getByText(words.versions.heading).click();
  await page.locator('.versions-panel__list button').last().click();
  const comparison = page.getByRole('dialog', { name: words.versions.dialog }).locator('.difference');
  await expect(comparison.locator('del').filter({ hasText: 'old' })).toBeInViewport({ ratio: 1 });
  await expect(comparison.locator('ins').filter({ hasText: 'new' })).toBeVisible();
  expect((await comparison.boundingBox())?.width).toBeGreaterThan(300);
  dialogs.say('no');
  await button(page, words.versions.restore).click();
  expect(dialogs.asked()).toEqual([words.versions.question({ hasChanges: false, isPublic: true })]);
  dialogs.say('yes');
  await button(page, words.versions.restore).click();
  await expectToast(page, DASHBOARD_MESSAGES.versionRestored);
  await expect(page.locator('[name=content]')).toHaveValue('The old words of the text');
  expect(await readPost(grown)).toMatchObject({
    content: 'The old words of the text',
    status: 'published',
    slug: 'grown-up',
  });
  await dismissToasts(page);
  await page.getByText(words.versions.heading).click();
  await expect(page.locator('.versions-panel__list button')).toHaveCount(3);
  await expect(page.locator('.versions-panel__list button').first()).toContainText(editor().email);
});

test('a deleted post is restored from the toast, or later from the list of deleted posts; a category and a testimonial too', async () => {
  const { app } = journey;
  const lost = randomUUID();
  await app.service.from('categories').insert({ name: lost, slug: lost }).throwOnError();
  await app.service.from('testimonials').insert({ name: lost, company: 'c', testimonial: 't' }).throwOnError();
  const id = await insert({ title: 'Fallen', status: 'published' });
  const before = await readPost(id);
  const { page } = await openAsEditor();
  await page.getByLabel(dashboard.posts.search).fill('Fallen');
  await button(page, 'Delete Fallen').click();
  await expectToast(page, MESSAGES.postDeleted);
  await button(page, words.deleted.undo).click();
  await expectToast(page, DASHBOARD_MESSAGES.itemRestored);
  await expect(page.getByRole('row', { name: 'Fallen' })).toBeVisible();
  expect(await readPost(id)).toEqual(before);

  await button(page, 'Delete Fallen').click();
  await dismissToasts(page);
  await page.getByText(words.deleted.heading, { exact: true }).click();
  await expect(page.locator('.deleted-list__items li').first()).toContainText(editor().email);
  await expectAccessibleLayout(page);
  await button(page, 'Restore Fallen').click();
  await expectToast(page, DASHBOARD_MESSAGES.itemRestored);
  expect(await readPost(id)).toEqual(before);

  for (const tab of ['Categories', 'Testimonials']) {
    await dismissToasts(page);
    await page.getByRole('tab', { name: tab }).click();
    await button(page, `Delete ${lost}`).click();
    await button(page, words.deleted.undo).click();
    await expectToast(page, DASHBOARD_MESSAGES.itemRestored);
    await expect(page.getByRole('row', { name: lost })).toBeVisible();
  }
});

test('closed tabs lose nothing that was typed; copies without a title are told apart by their first words', async () => {
  const { page, context } = await openAsEditor();
  const tabs: Page[] = [];
  for (const [name, text] of [
    ['title', 'First tab'],
    ['content', 'The first draft of a circular'],
    ['content', 'Notes for the budget'],
  ] as const) {
    const tab = await context.newPage();
    await tab.goto('/admin');
    await tab.getByRole('button', { name: dashboard.posts.create, exact: true }).click();
    await tab.locator(`[name=${name}]`).fill(text);
    await expect.poll(() => kept(tab)).toContain(text);
    tabs.push(tab);
  }
  for (const tab of tabs) await tab.close({ runBeforeUnload: false });
  await page.reload();
  const copies = page.getByRole('button', { name: 'Continue: New Post' });
  await expect(copies).toHaveCount(3);
  // The newest first, each with its time.
  await expect(copies.first()).toHaveText(/Notes for the budget · .*\d:\d\d/);
  await expect(button(page, 'Continue: New Post, First tab')).toBeVisible();
  await expectAccessibleLayout(page);
  await copies.filter({ hasText: 'The first draft of a circular' }).click();
  await expect(page.locator('[name=content]')).toHaveValue('The first draft of a circular');
  await page.goto('/admin');
  await button(page, 'Continue: New Post, First tab').click();
  await expect(page.locator('[name=title]')).toHaveValue('First tab');
});

const kept = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

test('the text of a form stays without network, after an ended session, an expired token and a deleted post, and can be saved', async () => {
  const id = await insert({ title: 'Tunnel' });
  const { page, context, expectConsoleError } = await openAsEditor();
  expectConsoleError(failedResource('net'));
  expectConsoleError(/^Failed to save post:/);
  await edit(page, 'Tunnel');
  await editorWrites(page, 'Written in a tunnel');
  await context.setOffline(true);
  await save(page);
  await expect(page.locator('.item-form__state')).toHaveText(saving.state.offline);
  await expect(page.locator('[name=content]')).toHaveValue('Written in a tunnel');
  await context.setOffline(false);
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  expect((await readPost(id)).content).toBe('Written in a tunnel');

  await dismissToasts(page);
  const lunch = await insert({ title: 'Long lunch' });
  await edit(page, 'Long lunch');
  await editorWrites(page, 'Written before lunch');
  // Signed out in another tab.
  const other = await context.newPage();
  await other.goto('/admin');
  await button(other, dashboard.signOut).click();
  const dialog = page.getByRole('dialog', { name: account.signInAgain.title });
  await dialog.getByLabel(account.fields.password, { exact: true }).fill(editor().password);
  await dialog.getByRole('button', { name: account.signIn.submit }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('[name=content]')).toHaveValue('Written before lunch');
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  expect((await readPost(lunch)).content).toBe('Written before lunch');

  const gone = await insert({ title: 'Gone meanwhile' });
  await edit(page, 'Gone meanwhile');
  await editorWrites(page, 'Worth keeping');
  await expect.poll(() => kept(page)).toContain('Worth keeping');
  await journey.app.service.from('blog_posts').delete().eq('id', gone).throwOnError();
  await page.reload();
  await button(page, 'Continue: Gone meanwhile').click();
  await expect(page.getByRole('heading', { name: dashboard.posts.createHeading })).toBeVisible();
  await expect(page.locator('[name=content]')).toHaveValue('Worth keeping');
  await save(page);
  await expectToast(page, MESSAGES.postCreated);

  await dismissToasts(page);
  await insert({ title: 'Expired' });
  expectConsoleError(failedResource(401));
  expectConsoleError(/^Failed to (save post|fetch posts):/);
  await edit(page, 'Expired');
  await editorWrites(page, 'Still here');
  await page.route('**/rest/v1/blog_posts*', (route) =>
    route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired', details: null, hint: null } }),
  );
  await save(page);
  await expect(page.getByRole('alert')).toContainText(dashboard.form.errors['signed-out']);
  await expect(page.locator('[name=content]')).toHaveValue('Still here');
  expect(await kept(page)).toContain('Still here');
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).not.toBeNull();
});

test('a save on a connection that died ends as an error after a minute, and the next one arrives', async () => {
  const id = await insert({ title: 'Long train' });
  const { page, expectConsoleError } = await openAsEditor();
  expectConsoleError(/^Failed to save post:/);
  await shortenTimeouts(page);
  await page.reload();
  await edit(page, 'Long train');
  await editorWrites(page, 'Written on a train');
  const writes = '**/rest/v1/blog_posts*';
  await page.route(writes, (route) => (route.request().method() === 'GET' ? route.fallback() : undefined));
  await save(page);
  await expect(page.getByRole('alert')).toContainText(dashboard.form.errors.unreachable);
  await page.unroute(writes);
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  expect((await readPost(id)).content).toBe('Written on a train');
});

test('where the browser blocks storage, a post is opened, changed and saved', async () => {
  const id = await insert({ title: 'Without storage' });
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(/^The form could not be kept on this device:/);
  await blockStorage(page);
  await enterDashboard(page, editor());
  await edit(page, 'Without storage');
  await page.locator('.item-form [name=title]').fill('Without storage, saved');
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  expect((await readPost(id)).title).toBe('Without storage, saved');
});
