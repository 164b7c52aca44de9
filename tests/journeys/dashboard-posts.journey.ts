import type { Page, Request } from 'playwright';
import { beforeAll, test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { listLeaders } from '#site/content/team.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { MESSAGES, SENTENCES } from '#site/messages.ts';
import { expect } from '../support/page-expect.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';
import { save, setUpPostEditor } from '../support/post-editor.ts';

const { journey, editor, openAsEditor } = setUpPostEditor();

beforeAll(async () => {
  await journey.app.service.from('categories').insert({ name: 'Customs', slug: 'customs' }).throwOnError();
});

const field = (page: Page, name: string) => page.locator(`form.item-form [name=${name}]`);
const newPost = (page: Page) => page.getByRole('button', { name: 'New Post' }).click();
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const badgeOf = (page: Page, title: string) => rowOf(page, title).locator('.badge');

async function readPost(slug: string): Promise<Record<string, unknown>> {
  const [row] = await journey.app.query('select * from blog_posts where slug = $1', [slug]);
  if (!row) throw new Error(`No post has the slug ${slug}.`);
  return row;
}

async function insert(title: string, slug: string, status = 'draft'): Promise<void> {
  await journey.app.service.from('blog_posts').insert({ title, slug, status, content: 'Text' }).throwOnError();
}

const BY_LINE = ['author', 'reviewer', 'law_as_of'];

test('a new post is an empty draft that needs title and content; its slug follows the rule, a taken slug and a Hindi title', async () => {
  await insert('Taken', 'taken-already');
  const { page } = await openAsEditor();
  const writes: string[] = [];
  // The list reads how often posts were viewed by POST.
  const isWrite = (request: Request) => request.method() !== 'GET' && !request.url().endsWith('/rpc/post_views');
  page.on('request', (request) => isWrite(request) && writes.push(request.url()));
  await newPost(page);
  await expect(page.getByRole('heading', { name: 'New Post' })).toBeVisible();
  const empty = ['title', 'slug', 'excerpt', 'content', 'category_id', 'featured_image_url'];
  for (const name of [...empty, 'meta_title', 'meta_description', 'meta_keywords', ...BY_LINE]) {
    await expect(field(page, name), name).toHaveValue('');
  }
  await expect(field(page, 'status')).toHaveValue('draft');
  await expect(field(page, 'status').locator('option')).toHaveText(['Draft', 'Published', 'Archived']);
  await expect(field(page, 'category_id').locator('option')).toHaveText([
    'No category',
    'Customs',
    dashboard.posts.newCategory.option,
  ]);
  await expect(field(page, 'content')).toHaveAttribute('rows', '10');
  await expect(field(page, 'excerpt')).toHaveAttribute('rows', '3');
  await save(page);
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([dashboard.posts.errors.title, dashboard.posts.errors.content]);
  await summary.getByRole('link').first().click();
  await expect(field(page, 'title')).toBeFocused();
  expect(writes).toEqual([]);

  const slug = page.locator('.slug-field__preview');
  await field(page, 'title').fill('  RoDTEP: what  changes -- & when?  ');
  await expect(slug.locator('code')).toHaveText('/blog/rodtep-what-changes-when');
  await field(page, 'slug').fill('Keeping A Six');
  await expect(slug.locator('code')).toHaveText('/blog/keeping-a-six');
  await field(page, 'slug').fill('');
  await field(page, 'title').fill('Taken already');
  await expect(slug.locator('code')).toHaveText('/blog/taken-already-2');
  await expect(slug).toContainText('is taken');
  await field(page, 'title').fill('आयात और निर्यात');
  await expect(slug.locator('code')).toHaveText(/^\/blog\/post-\d{4}-\d\d-\d\d$/);
  await field(page, 'content').fill('हिन्दी में');
  const shown = (await slug.locator('code').textContent())?.slice('/blog/'.length) ?? '';
  await save(page);
  await expectToast(page, MESSAGES.postCreated);
  expect((await readPost(shown))['title']).toBe('आयात और निर्यात');
});

test('a draft is stored with its author, slug, meta title and by-line, which the form shows again, has a muted badge, and is not public', async () => {
  const { page } = await openAsEditor();
  await newPost(page);
  await field(page, 'title').fill('  A Draft, of sorts  ');
  await field(page, 'content').fill('Not yet.');
  await expect(field(page, 'author').locator('option')).toHaveText([
    dashboard.posts.byLine.nobody,
    ...listLeaders().map(({ name }) => name),
  ]);
  await field(page, 'author').selectOption('imran-qureshi');
  await field(page, 'law_as_of').fill('2026-07-31');
  await save(page);
  await expectToast(page, MESSAGES.postCreated);
  await expect(page.locator('form.item-form')).toHaveCount(0);
  await expect(badgeOf(page, 'A Draft, of sorts')).toHaveText('Draft');
  await expect(badgeOf(page, 'A Draft, of sorts')).toHaveClass(/badge--muted/);
  const [author] = await journey.app.query('select id from auth.users where email = $1', [editor().email]);
  expect(await readPost('a-draft-of-sorts')).toMatchObject({
    title: 'A Draft, of sorts',
    meta_title: 'A Draft, of sorts',
    status: 'draft',
    published_at: null,
    author_id: author?.['id'],
    author: 'imran-qureshi',
    reviewer: null,
    law_as_of: new Date(2026, 6, 31),
  });
  expect((await fetch(`${journey.app.url}/blog/a-draft-of-sorts`)).status).toBe(404);
  await rowOf(page, 'A Draft, of sorts').getByRole('button', { name: /^Edit/ }).click();
  await expect(field(page, 'author')).toHaveValue('imran-qureshi');
  await expect(field(page, 'law_as_of')).toHaveValue('2026-07-31');
});

test('a post is published, archived, deleted and saved by the keyboard; its form has its values, and is closed and empty afterwards', async () => {
  await insert('Tides', 'tides');
  await insert('Before', 'before');
  const address = `${journey.app.url}/blog/tides`;
  const { page, dialogs } = await openAsEditor();
  const giveStatus = async (status: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit Tides' }).click();
    await field(page, 'status').selectOption(status);
    await save(page);
    await expect(page.locator('form.item-form')).toHaveCount(0);
  };
  await giveStatus('published');
  await expectToast(page, MESSAGES.postUpdated);
  await expect(badgeOf(page, 'Tides')).toHaveText('Published');
  await expect(badgeOf(page, 'Tides')).toHaveClass(/badge--strong/);
  expect((await fetch(address)).status).toBe(200);
  const { published_at: first } = await readPost('tides');
  expect(Math.abs((first as Date).getTime() - Date.now())).toBeLessThan(60_000);
  await giveStatus('archived');
  await expect(badgeOf(page, 'Tides')).toHaveClass(/badge--muted/);
  expect((await fetch(address)).status).toBe(404);
  await giveStatus('published');
  expect((await readPost('tides'))['published_at']).toEqual(first);

  dialogs.asked();
  dialogs.say('no');
  await page.getByRole('button', { name: 'Delete Tides' }).click();
  expect(dialogs.asked()).toEqual([SENTENCES.confirmDeletePost]);
  expect((await fetch(address)).status).toBe(200);
  dialogs.say('yes');
  await page.getByRole('button', { name: 'Delete Tides' }).click();
  await expectToast(page, MESSAGES.postDeleted);
  expect(dialogs.asked()).toEqual([SENTENCES.confirmDeletePost]);
  await expect(rowOf(page, 'Tides')).toHaveCount(0);
  expect((await fetch(address)).status).toBe(404);

  await dismissToasts(page);
  await page.getByRole('button', { name: 'Edit Before' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeVisible();
  await expect(field(page, 'title')).toHaveValue('Before');
  await expect(field(page, 'slug')).toHaveValue('before');
  await expect(field(page, 'content')).toHaveValue('Text');
  await field(page, 'title').fill('After');
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  await expect(page.getByRole('button', { name: 'Edit After' })).toBeFocused();
  await newPost(page);
  await expect(field(page, 'title')).toHaveValue('');
  await field(page, 'title').fill('Never mind');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(dialogs.asked()).toEqual([dashboard.form.discardQuestion]);
  await expect(page.locator('form.item-form')).toHaveCount(0);
  await newPost(page);
  await expect(field(page, 'title')).toHaveValue('');
  expect((await readPost('before'))['title']).toBe('After');

  await page.getByRole('button', { name: dashboard.form.cancel }).click();
  await dismissToasts(page);
  for (const [keys, title] of [
    ['Control+s', 'By control'],
    ['Meta+s', 'By command'],
    [{ key: 'स', code: 'KeyS', ctrlKey: true }, 'By a Hindi layout'],
  ] as const) {
    const press = () =>
      typeof keys === 'string' ? page.keyboard.press(keys) : page.locator(':focus').dispatchEvent('keydown', keys);
    await newPost(page);
    await field(page, 'title').fill(title);
    await field(page, 'content').fill('Text');
    await press();
    await expectToast(page, MESSAGES.postCreated);
    await expect(page.getByRole('heading', { name: dashboard.posts.editHeading })).toBeVisible();
    await field(page, 'content').fill(`Text of ${title}`);
    await press();
    await expectToast(page, MESSAGES.postUpdated);
    await dismissToasts(page);
    await page.getByRole('button', { name: dashboard.form.cancel }).click();
    await expect(rowOf(page, title)).toHaveCount(1);
  }
});

test('leaving a form with unsaved changes by tab, link or sign-out asks first', async () => {
  const { page, dialogs } = await openAsEditor();
  await page.getByRole('tab', { name: 'Testimonials' }).click();
  await page.getByRole('button', { name: 'New Testimonial' }).click();
  await field(page, 'name').fill('Half a thought');
  dialogs.say('no');
  const ways = [
    { way: page.getByRole('tab', { name: 'Categories' }), question: dashboard.form.leaveQuestion },
    // A public page is another document, so the browser asks.
    { way: page.getByRole('link', { name: 'Contact', exact: true }).first(), question: 'beforeunload' },
    { way: page.getByRole('button', { name: 'Sign Out' }), question: dashboard.form.leaveQuestion },
  ];
  for (const { way, question } of ways) {
    await way.click();
    await expect.poll(() => dialogs.asked()).toEqual([question]);
    await expect(field(page, 'name')).toHaveValue('Half a thought');
  }
  dialogs.say('yes');
  await page.getByRole('tab', { name: 'Categories' }).click();
  await page.getByRole('button', { name: 'New Category' }).waitFor();
});

test('what was typed before a reload or a crash can be restored', async () => {
  await insert('Long essay', 'long-essay');
  const { page, context, dialogs, expectConsoleError } = await openAsEditor();
  await newPost(page);
  await field(page, 'title').fill('Typed at night');
  await field(page, 'content').fill('A paragraph that must not be lost.');
  await page.reload();
  expect(dialogs.asked()).toEqual(['beforeunload']);
  await page.getByRole('button', { name: dashboard.copy.restore }).click();
  await expect(field(page, 'title')).toHaveValue('Typed at night');
  await expect(field(page, 'content')).toHaveValue('A paragraph that must not be lost.');
  await save(page);
  await expectToast(page, MESSAGES.postCreated);
  await expect(page.getByText(dashboard.copy.list)).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit Long essay' }).click();
  await field(page, 'content').fill('Text, and a sentence more.');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('a sentence more');
  await page.close();
  const again = await context.newPage();
  await again.goto('/admin');
  await again.getByRole('button', { name: 'Edit Long essay' }).click();
  await expect(field(again, 'content')).toHaveValue('Text');
  // Without space for a copy of it, what is on the screen is not replaced.
  expectConsoleError(/^The form could not be kept on this device: QuotaExceededError/);
  await again.evaluate(() => {
    for (let size = 2 ** 22; size >= 1; size /= 2) {
      try {
        localStorage.setItem(`filler-${size}`, 'x'.repeat(size));
      } catch {
        // Half of it may fit.
      }
    }
  });
  await field(again, 'content').fill('Typed since.');
  await again.getByRole('button', { name: dashboard.copy.restore }).click();
  await expectToast(again, DASHBOARD_MESSAGES.restoreItemFailed);
  await expect(field(again, 'content')).toHaveValue('Typed since.');
  await again.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('filler-')) localStorage.removeItem(key);
  });
  await again.getByRole('button', { name: dashboard.copy.restore }).click();
  await expect(field(again, 'content')).toHaveValue('Text, and a sentence more.');
});
