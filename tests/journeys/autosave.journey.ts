import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { test } from 'vitest';
import { postToValues } from '#site/features/admin/posts/post-values.ts';
import { writePost } from '#site/features/admin/posts/save-post.ts';
import { findAdminPost } from '#site/gateway/admin-posts.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { publishing } from '#site/content/publishing.ts';
import { editor as words } from '#site/content/editor.ts';
import { saving } from '#site/content/saving.ts';
import { visual } from '#site/content/visual.ts';
import { errorToast, MESSAGES } from '#site/messages.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { answerDialogs } from '../support/dialogs.ts';
import { expect } from '../support/page-expect.ts';
import { failedResource } from '../support/journey.ts';
import { makePerson, openDashboard } from '../support/people.ts';
import { button, edit, editorWrites, save, setUpPostEditor } from '../support/post-editor.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';

const { journey, openAsEditor, editor, insert, readPost } = setUpPostEditor();

const field = (page: Page, name: string) => page.locator(`.item-form [name=${name}]`);
const state = (page: Page) => page.locator('.item-form__state');
const SAVED = /^Saved \d+:\d+\s[AP]M$/;
const PENDING = /^Saved \d+:\d+\s[AP]M, not published yet$/;
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('dashboard-copy')));

async function openAsOther() {
  const person = await makePerson(journey.app, { admin: true });
  const visit = await journey.visit();
  await openDashboard(journey.app, visit.page, person);
  return { ...visit, person, dialogs: answerDialogs(visit.page) };
}

async function storedPost(title: string) {
  const { data } = await journey.app.service.from('blog_posts').select().eq('title', title).maybeSingle();
  return data;
}

test('a new post saves itself as a draft, its first save says that it is created, and it stays when its form is cancelled; Delete draft deletes it, can be undone, asks about words that cannot be saved, and leaves what somebody has published', async () => {
  const { page, dialogs, expectConsoleError } = await openAsEditor();
  await button(page, dashboard.posts.create).click();
  await field(page, 'title').fill('Saves itself');
  await field(page, 'status').selectOption('published');
  await editorWrites(page, 'The first words');
  await expect(state(page)).toHaveText(/^Saved .* as a draft; status and date are not saved yet$/);
  expect(await storedPost('Saves itself')).toMatchObject({ status: 'draft', content: 'The first words' });
  await field(page, 'status').selectOption('draft');
  await expect(state(page)).toHaveText(SAVED);
  await expect.poll(() => kept(page)).toEqual([]);
  await field(page, 'title').fill('Saves itself, renamed');
  await save(page);
  await expectToast(page, MESSAGES.postCreated);
  expect(await storedPost('Saves itself, renamed')).toMatchObject({ slug: 'saves-itself-renamed' });
  expect(dialogs.asked()).toEqual([]);
  await dismissToasts(page);

  await button(page, dashboard.posts.create).click();
  await field(page, 'title').fill('Given up');
  await editorWrites(page, 'Words');
  await expect(state(page)).toHaveText(SAVED);
  await button(page, dashboard.form.cancel).click();
  await expect(field(page, 'title')).toHaveCount(0);
  expect(dialogs.asked()).toEqual([]);
  expect(await storedPost('Given up')).toMatchObject({ content: 'Words' });
  await edit(page, 'Given up');
  await editorWrites(page, 'Last words');
  await button(page, publishing.discard.draft).click();
  await expectToast(page, MESSAGES.postDeleted);
  expect(await storedPost('Given up')).toBeNull();
  await button(page, words.deleted.undo).click();
  await expect.poll(() => storedPost('Given up')).toMatchObject({ content: 'Last words' });
  expect(dialogs.asked()).toEqual([]);
  await dismissToasts(page);
  await edit(page, 'Given up');
  const setStatus = (status: string) =>
    journey.app.service.from('blog_posts').update({ status }).eq('title', 'Given up').throwOnError();
  await setStatus('published');
  expectConsoleError(/^Failed to delete post: RejectedWrite/);
  await button(page, publishing.discard.draft).click();
  await expectToast(page, MESSAGES.deletePostFailed);
  expect(await storedPost('Given up')).toMatchObject({ status: 'published' });
  await setStatus('draft');
  await dismissToasts(page);
  await edit(page, 'Given up');
  await field(page, 'title').fill('');
  await button(page, publishing.discard.draft).click();
  await expectToast(page, MESSAGES.postDeleted);
  expect(dialogs.asked()).toEqual([dashboard.form.discardQuestion]);
  expect(await storedPost('Given up')).toBeNull();
});

test('a published post keeps its text until Update; another editor sees the changes, discards them and brings them back; an earlier version restored over them leaves them on this device, and the form saves itself again', async () => {
  const id = await insert({ title: 'Live', slug: 'live', content: 'The live text', status: 'published' });
  const { page, dialogs } = await openAsEditor();
  await edit(page, 'Live');
  await editorWrites(page, 'The pending text');
  await expect(state(page)).toHaveText(PENDING);
  expect(await (await fetch(`${journey.app.url}/blog/live`)).text()).toContain('The live text');
  await button(page, dashboard.form.cancel).click();
  const other = await openAsOther();
  await expect(other.page.getByRole('row', { name: 'Live' })).toContainText(saving.pending.badge);
  await edit(other.page, 'Live');
  await expect(field(other.page, 'content')).toHaveValue('The pending text');
  await expect(other.page.getByText(`Unpublished changes by ${editor().email}`)).toBeVisible();
  await expectAccessibleLayout(other.page);
  const draftsOf = async () => (await journey.app.service.from('post_drafts').select().eq('post_id', id)).data;
  const unseen = await openAsOther();
  unseen.expectConsoleError(/could not be discarded/);
  await edit(unseen.page, 'Live');
  await expect(field(unseen.page, 'content')).toHaveValue('The pending text');
  await editorWrites(other.page, 'Written since');
  await expect(state(other.page)).toHaveText(PENDING);
  await button(unseen.page, publishing.discard.pending).click();
  await expectToast(unseen.page, errorToast('Error', saving.pending.failed));
  expect(await draftsOf()).toMatchObject([{ fields: { content: 'Written since' } }]);
  await unseen.context.close();
  // Longer than the pause before an autosave, which must not bring the discarded text back.
  await other.page.route('**/rest/v1/post_drafts*', async (route) => {
    if (route.request().method() === 'DELETE') await sleep(6_000);
    await route.continue();
  });
  await editorWrites(other.page, 'Typed last');
  await button(other.page, publishing.discard.pending).click();
  await expect(field(other.page, 'content')).toHaveValue('The live text');
  expect(await draftsOf()).toEqual([]);
  await button(other.page, saving.pending.undo).click();
  await expect(field(other.page, 'content')).toHaveValue('Typed last');
  await dismissToasts(other.page);
  await save(other.page);
  await expectToast(other.page, MESSAGES.postUpdated);
  expect((await readPost(id)).content).toBe('Typed last');
  expect(await draftsOf()).toEqual([]);

  const restored = await insert({ title: 'Restored over', content: 'First', status: 'published' });
  await journey.app.service.from('blog_posts').update({ content: 'Second' }).eq('id', restored).throwOnError();
  await edit(page, 'Restored over');
  await editorWrites(page, 'Pending words');
  await expect(state(page)).toHaveText(PENDING);
  await page.getByText(words.versions.heading).click();
  await page.locator('.versions-panel__list button').last().click();
  await button(page, words.versions.restore).click();
  await expect(field(page, 'content')).toHaveValue('First');
  expect(dialogs.asked()).toEqual([words.versions.question({ hasChanges: true, isPublic: true })]);
  await dismissToasts(page);
  await expect(button(page, dashboard.copy.restore)).toBeVisible();
  await editorWrites(page, 'Other words');
  await expect(state(page)).toHaveText(PENDING);
  await button(page, dashboard.copy.restore).click();
  await expect(field(page, 'content')).toHaveValue('Pending words');
});

test('a draft saves itself in place, also what was typed offline when the connection is back; leaving it asks nothing; an autosave whose answer was lost is no conflict', async () => {
  const tunnel = await insert({ title: 'Tunnel' });
  const { page, context, dialogs, expectConsoleError } = await openAsEditor();
  expectConsoleError(failedResource('net'));
  await edit(page, 'Tunnel');
  await editorWrites(page, 'Saved by itself');
  await expect(state(page)).toHaveText(SAVED);
  expect(await readPost(tunnel)).toMatchObject({ status: 'draft', content: 'Saved by itself' });
  await context.setOffline(true);
  await editorWrites(page, 'Written offline');
  await expect(state(page)).toHaveText(saving.state.offline);
  await context.setOffline(false);
  await expect(state(page)).toHaveText(SAVED);
  expect((await readPost(tunnel)).content).toBe('Written offline');
  await button(page, dashboard.form.cancel).click();
  await expect(field(page, 'content')).toHaveCount(0);
  expect(dialogs.asked()).toEqual([]);

  for (const status of ['draft', 'published']) {
    const title = `Lost answer (${status})`;
    const id = await insert({ title, status });
    await edit(page, title);
    let isLost = false;
    await page.route(/rest\/v1\/(blog_posts|post_drafts)\?/, async (route) => {
      if (isLost || !['POST', 'PATCH'].includes(route.request().method())) return route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await editorWrites(page, 'First');
    await expect(state(page)).toContainText(dashboard.form.errors.unreachable);
    await editorWrites(page, 'Second');
    await save(page);
    await expectToast(page, MESSAGES.postUpdated);
    expect((await readPost(id)).content).toBe('Second');
    expect((await journey.app.service.from('post_drafts').select().eq('post_id', id)).data).toEqual([]);
    await dismissToasts(page);
    await page.unrouteAll();
  }
});

test('a pending draft continues a save whose answer was lost, and is a conflict with any other', async () => {
  const id = await insert({ title: 'Continued', status: 'published' });
  const client = (await journey.app.signIn({ admin: true })) as unknown as DataClient;
  const item = (await findAdminPost(client, id))!;
  const sent = { ...postToValues(item), content: 'Saved' };
  const origin = { item, base: item.updated_at, draft: null, newId: '', unanswered: [] };
  const request = { ...origin, sent, asked: 'o1', operation: 'o1', keeps: false, closes: false, preferredOver: null };
  const settle = () => Promise.resolve(item.slug);
  await writePost(client, request, settle);
  // Its answer was lost: the form is still based on the version before.
  const later = { ...sent, content: 'Typed since' };
  const draft = { ...request, sent: later, asked: null, operation: 'o2', keeps: true };
  await expect(writePost(client, draft, settle)).rejects.toMatchObject({ name: 'PostConflict' });
  const written = await writePost(client, { ...draft, unanswered: [{ operation: 'o1' }] }, settle);
  expect(written).toMatchObject({ item: null, version: { draft: 'o2' } });
  expect(written.version.base).toBe((await findAdminPost(client, id))?.updated_at);
  expect(written.version.base).not.toBe(item.updated_at);
});

test('an autosave overwrites no save of another editor, and names them', async () => {
  const email = 'asha@person.example';
  const other = await journey.app.signIn({ admin: true, email, password: 'a long password' });
  const { page, expectConsoleError } = await openAsEditor();
  expectConsoleError(failedResource(400));
  expectConsoleError(/^Failed to save post: PostConflict/);
  for (const status of ['draft', 'published']) {
    const title = `Two editors (${status})`;
    const id = await insert({ title, status });
    await edit(page, title);
    await other.from('blog_posts').update({ content: 'Theirs' }).eq('id', id).throwOnError();
    await editorWrites(page, 'Mine');
    await expect(page.getByRole('alert')).toContainText(`Not saved: ${email} saved this at `);
    expect((await readPost(id)).content).toBe('Theirs');
    await save(page);
    await expect(page.locator('.conflict-panel')).toContainText(`${email} saved this at `);
    expect((await readPost(id)).content).toBe('Theirs');
    await button(page, dashboard.form.cancel).click();
  }
});

test('what another editor saved meanwhile leaves the caret where it is, and an undo takes back only what was typed here', async () => {
  const email = 'ravi@person.example';
  const other = await journey.app.signIn({ admin: true, email, password: 'a long password' });
  const { page } = await openAsEditor({ editor: 'visual' });
  const id = await insert({ title: 'Two in one text', content: '<p>One</p><p>Two</p><p>Three</p>' });
  await edit(page, 'Two in one text');
  const body = page.locator('#post-content');
  await body.getByText('Two').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' mine');
  const content = '<p>One of theirs</p><p>New</p><p>Two</p><p>Three of theirs</p>';
  await other.from('blog_posts').update({ content }).eq('id', id).throwOnError();
  await page.keyboard.press('Control+s');
  await expect(state(page)).toContainText(saving.state.merged(email));
  await expect(body.locator('p')).toHaveText(['One of theirs', 'New', 'Two mine', 'Three of theirs']);
  await page.keyboard.type(', again');
  await expect(body.locator('p')).toHaveText(['One of theirs', 'New', 'Two mine, again', 'Three of theirs']);
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+z');
  await expect(body.locator('p')).toHaveText(['One of theirs', 'New', 'Two', 'Three of theirs']);

  await button(page, dashboard.form.cancel).click();
  await button(page, dashboard.posts.create).click();
  await button(page, visual.modes.html).click();
  await field(page, 'title').fill('Two in one HTML');
  const area = field(page, 'content');
  await area.fill('<p>One</p>\n<p>Two</p>\n<p>Three</p>');
  await page.keyboard.press('Control+s');
  await expect(state(page)).toHaveText(SAVED);
  await area.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(17, 17));
  await page.keyboard.type(' mine');
  const html = '<p>One of theirs</p>\n<p>Two</p>\n<p>Three of theirs</p>';
  await other.from('blog_posts').update({ content: html }).eq('title', 'Two in one HTML').throwOnError();
  await page.keyboard.press('Control+s');
  await expect(state(page)).toContainText(saving.state.merged(email));
  await page.keyboard.type(', again');
  await expect(area).toHaveValue(html.replace('Two', 'Two mine, again'));
});

test('a crash loses at most the last second of typing without a pause', async () => {
  const { page, context } = await openAsEditor();
  await button(page, dashboard.posts.create).click();
  await field(page, 'title').focus();
  const typedAt: number[] = [];
  for (let count = 0; count < 80; count += 1) {
    await page.keyboard.type('x');
    typedAt.push(Date.now());
    await sleep(50);
  }
  const crashedAt = Date.now();
  const crashed = page.waitForEvent('crash');
  const devTools = await context.newCDPSession(page);
  void devTools.send('Page.crash').catch(() => {});
  await crashed;
  const next = await context.newPage();
  await next.goto('/admin');
  await button(next, 'Continue: New Post').click();
  const older = typedAt.filter((time) => time <= crashedAt - 1000).length;
  expect(older).toBeGreaterThan(30);
  expect((await field(next, 'title').inputValue()).length).toBeGreaterThanOrEqual(older);
});
