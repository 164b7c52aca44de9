import type { Page } from 'playwright';
import { test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { flatItemMessages } from '#site/dashboard-messages.ts';
import { MESSAGES } from '#site/messages.ts';
import { saving } from '#site/content/saving.ts';
import { editor as words } from '#site/content/editor.ts';
import { failedResource } from '../support/journey.ts';
import { holdWrites } from '../support/hold-requests.ts';
import { expect } from '../support/page-expect.ts';
import { button, edit, editorWrites, save, setUpPostEditor } from '../support/post-editor.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';

const { journey, openAsEditor, insert, readPost } = setUpPostEditor();

const field = (page: Page, name: string) => page.locator(`.item-form [name=${name}]`);
const kept = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

const holdSaves = (page: Page, table: string) => holdWrites(page, `**/rest/v1/${table}*`);

/** Lets the next insert reach the server, and loses its answer. */
async function loseNextAnswer(page: Page, table: string): Promise<void> {
  let isLost = false;
  await page.route(`**/rest/v1/${table}?*`, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

test('what is typed while a post is saved stays in the form, and the next save writes it, also before the list is read again; the toast covers neither buttons nor state', async () => {
  const id = await insert({ title: 'Slow save' });
  const { page } = await openAsEditor();
  await edit(page, 'Slow save');
  await editorWrites(page, 'Sent');
  const release = await holdSaves(page, 'blog_posts');
  await save(page);
  await editorWrites(page, 'Sent, and typed later');
  release();
  await expectToast(page, MESSAGES.postUpdated);
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 812 });
    for (const part of ['.item-form__state', '.item-form__bar .button--primary'])
      expect(await page.locator(part).evaluate(isOnTop), `${part} at ${width} px`).toBe(true);
  }
  await expect(field(page, 'content')).toHaveValue('Sent, and typed later');
  await expect(page.locator('.item-form__state')).toHaveText(dashboard.form.typedSince);
  expect((await readPost(id)).content).toBe('Sent');
  expect(await kept(page)).toContain('Sent, and typed later');
  await dismissToasts(page);
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  await expect(field(page, 'content')).toHaveCount(0);
  expect((await readPost(id)).content).toBe('Sent, and typed later');
  expect(await kept(page)).not.toContain('typed later');
  await dismissToasts(page);

  const listed = await insert({ title: 'Slow list' });
  await edit(page, 'Slow list');
  await editorWrites(page, 'Sent');
  const releaseNext = await holdSaves(page, 'blog_posts');
  await page.route('**/rest/v1/blog_posts?*order=*', () => {});
  await save(page);
  await editorWrites(page, 'Typed later');
  releaseNext();
  await expectToast(page, MESSAGES.postUpdated);
  await save(page);
  await expect(field(page, 'content')).toHaveCount(0);
  expect((await readPost(listed)).content).toBe('Typed later');
});

function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

test('a new post becomes the edited one, with its own address, when something is typed while it is created', async () => {
  const { page } = await openAsEditor();
  await button(page, dashboard.posts.create).click();
  await field(page, 'title').fill('Created slowly');
  await editorWrites(page, 'Sent');
  const release = await holdSaves(page, 'blog_posts');
  await save(page);
  await field(page, 'title').fill('Created slowly, renamed');
  release();
  await expectToast(page, MESSAGES.postCreated);
  await expect(page).toHaveURL(/\?tab=posts&post=[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { name: dashboard.posts.editHeading })).toBeVisible();
  await expect(field(page, 'slug')).toHaveValue('created-slowly');
  await expect(field(page, 'title')).toHaveValue('Created slowly, renamed');
  await page.goto('/admin');
  await button(page, 'Continue: Created slowly, renamed').click();
  await expect(page.getByRole('heading', { name: dashboard.posts.editHeading })).toBeVisible();
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  const { data } = await journey.app.service.from('blog_posts').select('title, slug').like('title', 'Created slowly%');
  expect(data).toEqual([{ title: 'Created slowly, renamed', slug: 'created-slowly' }]);
});

const OTHERS = [
  {
    tab: 'Categories',
    table: 'categories',
    create: dashboard.categories.create,
    text: 'description',
    created: flatItemMessages('category').created,
    updated: flatItemMessages('category').updated,
  },
  {
    tab: 'Testimonials',
    table: 'testimonials',
    create: dashboard.testimonials.create,
    text: 'testimonial',
    created: flatItemMessages('testimonial').created,
    updated: flatItemMessages('testimonial').updated,
  },
] as const;

async function fillNew(page: Page, { tab, create, text }: (typeof OTHERS)[number], name: string): Promise<void> {
  await page.getByRole('tab', { name: tab }).click();
  await button(page, create).click();
  await field(page, 'name').fill(name);
  if (tab === 'Testimonials') await field(page, 'company').fill('Company');
  await field(page, text).fill('Sent');
}

async function rowsOf({ table }: (typeof OTHERS)[number], name: string) {
  const { data } = await journey.app.service
    .from(table as 'testimonials')
    .select()
    .eq('name', name);
  return data;
}

test('a restored copy does not overwrite a later save unseen, from the list and from the form', async () => {
  const { page, expectConsoleError } = await openAsEditor();
  expectConsoleError(/^Failed to save post: PostConflict/);
  for (const way of ['list', 'form']) {
    const title = `Restored over (${way})`;
    const id = await insert({ title });
    await page.goto('/admin');
    await edit(page, title);
    await editorWrites(page, 'The text of mine');
    await expect.poll(() => kept(page)).toContain('The text of mine');
    await page.goto('/admin');
    await journey.app.service.from('blog_posts').update({ content: 'The text of theirs' }).eq('id', id);
    if (way === 'form') {
      await edit(page, title);
      await button(page, dashboard.copy.restore).click();
    } else {
      await button(page, `Continue: ${title}`).click();
    }
    await expect(field(page, 'content')).toHaveValue('The text of mine');
    await save(page);
    await expect(page.getByRole('alert')).toContainText('Somebody else saved this at ');
    expect((await readPost(id)).content).toBe('The text of theirs');
    await button(page, words.conflict.mine).click();
    await expectToast(page, MESSAGES.postUpdated);
    expect((await readPost(id)).content).toBe('The text of mine');
  }
});

test('a post whose creation lost its answer is not created twice, where it was changed and after a reload; the repeat overwrites no change of somebody else', async () => {
  const { page, expectConsoleError } = await openAsEditor();
  expectConsoleError(failedResource('net'));
  expectConsoleError(failedResource(409));
  expectConsoleError(/^Failed to save post:/);
  for (const way of ['changed', 'after a reload']) {
    const title = `Answer lost (${way})`;
    await button(page, dashboard.posts.create).click();
    await field(page, 'title').fill(title);
    await editorWrites(page, 'First');
    await loseNextAnswer(page, 'blog_posts');
    await save(page);
    await expect(page.getByRole('alert')).toContainText(dashboard.form.errors.unreachable);
    if (way === 'after a reload') {
      await page.goto('/admin');
      await button(page, `Continue: New Post, ${title}`).click();
    } else {
      await editorWrites(page, 'Second');
    }
    await save(page);
    await expectToast(page, MESSAGES.postCreated);
    const { data } = await journey.app.service.from('blog_posts').select('slug, content').eq('title', title);
    expect(data).toEqual([{ slug: expect.not.stringMatching(/-2$/), content: way === 'changed' ? 'Second' : 'First' }]);
    await dismissToasts(page);
  }

  const stored = () => journey.app.service.from('blog_posts').select('content').eq('title', 'Repeated');
  const meetOther = async (title: string): Promise<void> => {
    await button(page, dashboard.posts.create).click();
    await field(page, 'title').fill(title);
    await editorWrites(page, 'First');
    await loseNextAnswer(page, 'blog_posts');
    await save(page);
    await expect(page.getByRole('alert')).toContainText(dashboard.form.errors.unreachable);
    await journey.app.service.from('blog_posts').update({ content: 'Theirs' }).eq('title', title);
    await editorWrites(page, 'Second');
    await save(page);
    await expect(page.getByRole('alert')).toContainText('Somebody else saved this at ');
  };
  await meetOther('Repeated');
  expect((await stored()).data).toEqual([{ content: 'Theirs' }]);
  await button(page, words.conflict.theirs).click();
  await expect(field(page, 'content')).toHaveValue('Theirs');
  await button(page, dashboard.copy.restore).click();
  await expect(field(page, 'content')).toHaveValue('Second');
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  expect((await stored()).data).toEqual([{ content: 'Second' }]);
  await dismissToasts(page);

  await meetOther('Left meanwhile');
  const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>();
  await page.route(/blog_posts\?.*\bid=eq\./, async (route) => {
    await isLeft;
    await route.fallback();
  });
  const reading = page.waitForRequest(/blog_posts\?.*\bid=eq\./);
  await button(page, words.conflict.theirs).click();
  const answered = (await reading).response();
  await button(page, words.writing.back).click();
  await expect(field(page, 'content')).toHaveCount(0);
  leave();
  await (await answered)?.finished();
  await page.waitForTimeout(500);
  expect(new URL(page.url()).searchParams.has('post')).toBe(false);
});

test('the forms of categories and testimonials keep what is typed during a save, create nothing twice after a lost answer, overwrite a later save only where the editor says so, and open as they were saved before the list is read again', async () => {
  const { page, expectConsoleError } = await openAsEditor();
  expectConsoleError(failedResource('net'));
  expectConsoleError(failedResource(409));
  expectConsoleError(/^Failed to save (category|testimonial):/);
  for (const kind of OTHERS) {
    await fillNew(page, kind, 'Slow');
    const release = await holdSaves(page, kind.table);
    await save(page);
    await field(page, kind.text).fill('Typed later');
    release();
    await expectToast(page, kind.created);
    await expect(field(page, kind.text)).toHaveValue('Typed later');
    await save(page);
    await expectToast(page, kind.updated);
    expect(await rowsOf(kind, 'Slow')).toMatchObject([{ [kind.text]: 'Typed later' }]);
    await dismissToasts(page);

    await fillNew(page, kind, 'Answer lost');
    await loseNextAnswer(page, kind.table);
    await save(page);
    await expect(page.getByRole('alert')).toContainText(dashboard.form.errors.unreachable);
    await field(page, kind.text).fill('Second');
    await save(page);
    await expectToast(page, kind.created);
    expect(await rowsOf(kind, 'Answer lost')).toMatchObject([{ [kind.text]: 'Second' }]);

    await fillNew(page, kind, 'Both');
    await save(page);
    await button(page, 'Edit Both').click();
    await field(page, kind.text).fill('Mine');
    await expect.poll(() => kept(page)).toContain('Mine');
    await page.goto('/admin');
    const { service } = journey.app;
    await (kind.table === 'categories'
      ? service.from('categories').update({ description: 'Theirs' }).eq('name', 'Both').throwOnError()
      : service.from('testimonials').update({ testimonial: 'Theirs' }).eq('name', 'Both').throwOnError());
    await page.getByRole('tab', { name: kind.tab }).click();
    await button(page, 'Continue: Both').click();
    await save(page);
    await expect(page.getByRole('alert')).toContainText('Somebody else saved this item at ');
    expect(await rowsOf(kind, 'Both')).toMatchObject([{ [kind.text]: 'Theirs' }]);
    await button(page, saving.state.overwrite).click();
    await expectToast(page, kind.updated);
    expect(await rowsOf(kind, 'Both')).toMatchObject([{ [kind.text]: 'Mine' }]);
    await dismissToasts(page);

    const reads = `**/rest/v1/${kind.table}?*order=*`;
    await page.route(reads, () => {});
    for (const [before, after] of [
      ['Mine', 'Third'],
      ['Third', 'Fourth'],
    ] as const) {
      await button(page, 'Edit Both').click();
      await expect(field(page, kind.text)).toHaveValue(before);
      await field(page, kind.text).fill(after);
      await save(page);
      await expectToast(page, kind.updated);
      await dismissToasts(page);
    }
    await fillNew(page, kind, 'Newest');
    await save(page);
    await expect(button(page, 'Edit Newest')).toBeVisible();
    await dismissToasts(page);
    await page.unroute(reads);
  }
});
