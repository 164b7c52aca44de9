import type { Page } from 'playwright';
import { test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { MESSAGES } from '#site/messages.ts';
import { editor as words } from '#site/content/editor.ts';
import { failedResource } from '../support/journey.ts';
import { expect } from '../support/patience.ts';
import { button, edit, editorWrites, save, setUpPostEditor } from '../support/post-editor.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';

const { journey, openAsEditor, insert, readPost } = setUpPostEditor();

const field = (page: Page, name: string) => page.locator(`.item-form [name=${name}]`);
const kept = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

/** Delays the writes of the table as a slow line would. */
async function delayWrites(page: Page, table: string): Promise<void> {
  await page.route(`**/rest/v1/${table}*`, async (route) => {
    if (route.request().method() !== 'GET') await new Promise((resolve) => setTimeout(resolve, 3000));
    await route.continue();
  });
}

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

test('what is typed while a post is saved stays in the form, and the next save writes it', async () => {
  const id = await insert({ title: 'Slow save' });
  const { page } = await openAsEditor();
  await edit(page, 'Slow save');
  await editorWrites(page, 'Sent');
  await delayWrites(page, 'blog_posts');
  await save(page);
  await editorWrites(page, 'Sent, and typed later');
  await expectToast(page, MESSAGES.postUpdated);
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
});

test('a new post becomes the edited one when something is typed while it is created', async () => {
  const { page } = await openAsEditor();
  await button(page, dashboard.posts.create).click();
  await field(page, 'title').fill('Created slowly');
  await editorWrites(page, 'Sent');
  await delayWrites(page, 'blog_posts');
  await save(page);
  await field(page, 'title').fill('Created slowly, renamed');
  await expectToast(page, MESSAGES.postCreated);
  await expect(page.getByRole('heading', { name: dashboard.posts.editHeading })).toBeVisible();
  await expect(field(page, 'slug')).toHaveValue('created-slowly');
  await expect(field(page, 'title')).toHaveValue('Created slowly, renamed');
  await page.reload();
  await button(page, 'Continue: Created slowly, renamed').click();
  await expect(page.getByRole('heading', { name: dashboard.posts.editHeading })).toBeVisible();
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  const { data } = await journey.app.service.from('blog_posts').select('title, slug').like('title', 'Created slowly%');
  expect(data).toEqual([{ title: 'Created slowly, renamed', slug: 'created-slowly' }]);
});

const OTHERS = [
  {
    ...{ tab: 'Categories', table: 'categories', create: dashboard.categories.create, text: 'description' },
    ...{ created: MESSAGES.categoryCreated, updated: MESSAGES.categoryUpdated },
  },
  {
    ...{ tab: 'Testimonials', table: 'testimonials', create: dashboard.testimonials.create, text: 'testimonial' },
    ...{ created: MESSAGES.testimonialCreated, updated: MESSAGES.testimonialUpdated },
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

test.each(OTHERS)('what is typed while one of $table is created stays in the form', async (kind) => {
  const { page } = await openAsEditor();
  await fillNew(page, kind, 'Slow');
  await delayWrites(page, kind.table);
  await save(page);
  await field(page, kind.text).fill('Typed later');
  await expectToast(page, kind.created);
  await expect(field(page, kind.text)).toHaveValue('Typed later');
  await save(page);
  await expectToast(page, kind.updated);
  expect(await rowsOf(kind, 'Slow')).toMatchObject([{ [kind.text]: 'Typed later' }]);
});

test('a crash loses at most the last second of typing without a pause', async () => {
  const { page, context } = await openAsEditor();
  await button(page, dashboard.posts.create).click();
  await field(page, 'title').focus();
  const typedAt: number[] = [];
  for (let count = 0; count < 80; count += 1) {
    await page.keyboard.type('x');
    typedAt.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 50));
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
