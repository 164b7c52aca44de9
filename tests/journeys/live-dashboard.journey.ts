import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { live } from '#site/content/live.ts';
import { MESSAGES } from '#site/messages.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import type { VisitOptions } from '../support/browser.ts';
import { expect } from '../support/page-expect.ts';
import { failedResource } from '../support/journey.ts';
import { controlSocket, expectNoReload, openAsOther, openLive, watchSockets } from '../support/live.ts';
import { openDashboard } from '../support/people.ts';
import { button, edit, editorWrites, save, setUpPostEditor } from '../support/post-editor.ts';
import { expectToast } from '../support/toasts.ts';

const { journey, editor, insert, readPost } = setUpPostEditor();
const openAsEditor = (options?: VisitOptions) => openLive(journey, editor(), options);

/** A test that is repeated inserts rows of its own. */
const unique = (title: string) => `${title} ${randomUUID().slice(0, 8)}`;
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const markOf = (page: Page, name: string) => rowOf(page, name).locator('.change-mark');
const news = (page: Page) => page.getByRole('status').filter({ hasText: /created the|changed the|saved by others/ });
const openTab = (page: Page, tab: string) => page.getByRole('tab', { name: tab }).click();

test("another editor's save appears in the list without a reload, with a mark that fits; one's own has none", async () => {
  const title = unique('A rather long title of a post about bonded warehouses and their licences');
  await insert({ title, status: 'published' });
  const other = await openAsOther(journey);
  const { page } = await openAsEditor();
  const expectSameDocument = await expectNoReload(page);
  await edit(other.page, title);
  await other.page.locator('.item-form [name=title]').fill(`${title}, renamed`);
  await save(other.page);
  await expectToast(other.page, MESSAGES.postUpdated);
  await expect(markOf(page, `${title}, renamed`)).toContainText(`Changed by ${other.person.email}, `);
  await expect(news(page)).toHaveText(
    live.one('blog_posts', { title: `${title}, renamed`, who: other.person.email, isNew: false }),
  );
  await expectAccessibleLayout(page);
  await expectSameDocument();
  await expect(rowOf(other.page, `${title}, renamed`)).toBeVisible();

  // A later save of the editor's own takes the mark away, and reaches the other as a change.
  await edit(page, `${title}, renamed`);
  await page.locator('.item-form [name=title]').fill(`${title}, mine`);
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  await expect(markOf(other.page, `${title}, mine`)).toContainText(`Changed by ${editor().email}, `);
  await page.getByLabel(dashboard.posts.search).fill(`${title}, mine`);
  await expect(rowOf(page, `${title}, mine`)).toBeVisible();
  await expect(page.locator('.change-mark')).toHaveCount(0);
});

const OTHER_LISTS = [
  { tab: dashboard.tabs.categories, table: 'categories', row: (name: string) => ({ name, slug: `s-${randomUUID()}` }) },
  {
    tab: dashboard.tabs.testimonials,
    table: 'testimonials',
    row: (name: string) => ({ name, company: 'Mill', testimonial: 'They read the file.' }),
  },
] as const;

test('what others save appears in the lists of each kind, where focus, scroll and search stay', async () => {
  const [title, own] = [unique('Comes and goes'), unique('Two windows')];
  const id = await insert({ title: own });
  const { page } = await openAsEditor();
  await page.getByLabel(dashboard.posts.search).fill(title);
  await expect(page.getByText(dashboard.posts.noMatch)).toBeVisible();
  const other = await journey.app.signIn({ admin: true });
  const row = { title, slug: `s-${randomUUID()}`, content: 'Text', status: 'draft' };
  const { data } = await other.from('blog_posts').insert(row).select('id').single().throwOnError();
  await expect(markOf(page, title)).toContainText(/^New, by .*@person\.example, /);
  await other.from('blog_posts').delete().eq('id', data.id).throwOnError();
  await expect(rowOf(page, title)).toHaveCount(0);
  await expect(page.getByText(dashboard.posts.noMatch)).toBeVisible();

  await page.getByLabel(dashboard.posts.search).fill('');
  await expect(rowOf(page, own)).toBeVisible();
  const client = journey.app.client();
  await client.auth.signInWithPassword(editor());
  const renamed = { title: `${own}, renamed` };
  await client.from('blog_posts').update(renamed).eq('id', id).throwOnError();
  await expect(rowOf(page, renamed.title)).toBeVisible();
  // The mark of a later change shows that the first would have had one by now.
  const last = unique('Two windows, last');
  await other
    .from('blog_posts')
    .insert({ ...row, title: last, slug: `s-${randomUUID()}` })
    .throwOnError();
  await expect(markOf(page, last)).toBeVisible();
  await expect(markOf(page, renamed.title)).toHaveCount(0);

  for (const { tab, table, row: make } of OTHER_LISTS) {
    const name = unique('Live');
    await openTab(page, tab);
    await expect(page.getByRole('heading', { level: 2, name: tab })).toBeAttached();
    const rows = () => other.from(table as 'categories');
    await rows()
      .insert(make(name) as never)
      .throwOnError();
    await expect(markOf(page, name)).toContainText('New, by ');
    await button(page, `${dashboard.edit} ${name}`).click();
    await button(page, dashboard.form.cancel).click();
    await expect(markOf(page, name)).toHaveCount(0);
    await rows()
      .update({ name: `${name}, renamed` })
      .eq('name', name)
      .throwOnError();
    await expect(markOf(page, `${name}, renamed`)).toContainText('Changed by ');
    await rows().delete().eq('name', `${name}, renamed`).throwOnError();
    await expect(rowOf(page, name)).toHaveCount(0);
  }

  await openTab(page, dashboard.tabs.blogs);
  for (const width of [375, 768, 1280]) {
    await page.setViewportSize({ width, height: 812 });
    const titles = Array.from({ length: 12 }, (_, n) => unique(`Steady ${width} ${n}`));
    const ids: string[] = [];
    for (const each of titles) ids.push(await insert({ title: each }));
    const search = page.getByLabel(dashboard.posts.search);
    await search.fill(`Steady ${width}`);
    // Until the answer comes the list has all posts.
    await expect(page.locator('.items--posts tbody tr')).toHaveCount(titles.length);
    const kept = button(page, `${dashboard.edit} ${titles[2]}`);
    await kept.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await kept.focus();
    const place = () => kept.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const before = await place();
    const rename = (n: number) =>
      other
        .from('blog_posts')
        .update({ title: `${titles[n]}, renamed` })
        .eq('id', ids[n] ?? '')
        .throwOnError();
    // One above the focused row, which is newest first, and one below it.
    await rename(9);
    await expect(markOf(page, `${titles[9]}, renamed`)).toBeVisible();
    await rename(0);
    await expect(markOf(page, `${titles[0]}, renamed`)).toBeVisible();
    await expect(kept).toBeFocused();
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2);

    await search.focus();
    await search.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 4));
    await rename(5);
    await expect(markOf(page, `${titles[5]}, renamed`)).toBeVisible();
    await expect(search).toBeFocused();
    await expect(search).toHaveValue(`Steady ${width}`);
    expect(await search.evaluate(({ selectionStart, selectionEnd }: HTMLInputElement) => [selectionStart, selectionEnd])).toEqual([2, 4]); // prettier-ignore
  }
});

test('what somebody types is not overwritten, and the save of the other is not announced meanwhile', async () => {
  const title = unique('Typed');
  const id = await insert({ title });
  const { page, expectConsoleError } = await openAsEditor();
  expectConsoleError(failedResource(400));
  await edit(page, title);
  await editorWrites(page, 'My words');
  const other = await journey.app.signIn({ admin: true });
  const read = page.waitForResponse((response) => /blog_posts\?.*order=/.test(response.url()));
  await other.from('blog_posts').update({ content: 'Their words' }).eq('id', id).throwOnError();
  await read;
  await expect(page.getByRole('alert')).toContainText('saved this');
  await expect(page.locator('.item-form [name=content]')).toHaveValue('My words');
  expect((await readPost(id)).content).toBe('Their words');
  await expect(news(page)).toHaveCount(0);
});

test('the form says who else has the post open already, and as soon as they open and close it', async () => {
  const title = unique('Side by side');
  await insert({ title });
  const { page } = await openAsEditor();
  // Without the reports that are repeated, which read who is there as well.
  await page.addInitScript(() => {
    const every = window.setInterval.bind(window);
    Object.assign(window, {
      setInterval: (run: () => void, ms: number) => (ms === 20_000 ? 0 : every(run, ms)),
    });
  });
  await page.reload();
  await edit(page, title);
  const notice = page.locator('.presence-notice');
  await expect(notice).toBeAttached();
  const other = await openAsOther(journey);
  await edit(other.page, title);
  await expect(notice).toHaveText(`${other.person.email} is editing this post`);
  await expect(notice).toHaveRole('status');
  await expect(other.page.locator('.presence-notice')).toHaveText(`${editor().email} is editing this post`);
  await expect(page.locator('.item-form [name=title]')).toBeVisible();
  await button(other.page, dashboard.form.cancel).click();
  await expect(notice).toHaveText('');
});

test('a form that is left before its report is written leaves nobody in the post', async () => {
  const title = unique('Left at once');
  const id = await insert({ title });
  const { page } = await openAsEditor();
  const held = Promise.withResolvers<void>();
  await page.route('**/rest/v1/post_presence*', async (route) => {
    if (route.request().method() === 'POST') await held.promise;
    await route.continue();
  });
  const answerTo = (method: string) =>
    page.waitForResponse((answer) => answer.url().includes('/post_presence') && answer.request().method() === method);
  await edit(page, title);
  const isLeft = answerTo('DELETE');
  await button(page, dashboard.form.cancel).click();
  await isLeft;
  const isReported = answerTo('POST');
  held.resolve();
  await isReported;
  const present = () => journey.app.query('select from post_presence where post_id = $1', [id]);
  await expect.poll(async () => (await present()).length).toBe(0);
});

test('after a lost connection the lists are read again', async () => {
  const [kept, created] = [unique('Lost'), unique('Made meanwhile')];
  const id = await insert({ title: kept });
  const visit = await journey.visit();
  const socket = await controlSocket(visit.page);
  await openDashboard(journey.app, visit.page, editor());
  const { page } = visit;
  await expect(rowOf(page, kept)).toBeVisible();
  await expect.poll(socket.isAnswered).toBe(true);
  expect(socket.tries()).toBe(1);
  await socket.lose();
  await expect.poll(socket.tries).toBeGreaterThan(1);
  const other = await journey.app.signIn({ admin: true });
  await other
    .from('blog_posts')
    .update({ title: `${kept}, renamed` })
    .eq('id', id)
    .throwOnError();
  const row = { title: created, slug: `s-${randomUUID()}`, content: 'Text' };
  await other.from('blog_posts').insert(row).throwOnError();
  const tries = socket.tries();
  await expect.poll(socket.tries).toBeGreaterThan(tries);
  await expect(rowOf(page, created)).toHaveCount(0);
  socket.restore();
  await expect(markOf(page, `${kept}, renamed`)).toContainText('Changed by ');
  await expect(markOf(page, created)).toContainText('New, by ');
});

test('without the realtime service the lists show the saves of their own window', async () => {
  const title = unique('Alone');
  await insert({ title });
  const visit = await journey.visit();
  const socket = await controlSocket(visit.page);
  await socket.lose();
  await openDashboard(journey.app, visit.page, editor());
  const { page } = visit;
  await expect.poll(socket.tries).toBeGreaterThan(1);
  await edit(page, title);
  await page.locator('.item-form [name=title]').fill(`${title}, renamed`);
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  await page.getByLabel(dashboard.posts.search).fill(`${title}, renamed`);
  await expect(rowOf(page, `${title}, renamed`)).toBeVisible();
});

test('the dashboard opens one realtime connection, and public pages open none', async () => {
  const { page } = await journey.visit();
  const sockets = watchSockets(page);
  await openDashboard(journey.app, page, editor());
  await expect.poll(() => sockets.length).toBe(1);
  await openTab(page, dashboard.tabs.categories);
  await openTab(page, dashboard.tabs.blogs);
  expect(sockets).toHaveLength(1);
  // The others have no script (without-javascript.journey.ts).
  for (const path of ['/', '/contact', '/auth']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  expect(sockets).toHaveLength(1);
});
