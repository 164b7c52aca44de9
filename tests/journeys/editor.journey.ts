import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, test } from 'vitest';
import { blogList } from '#site/content/blog.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor as words } from '#site/content/editor.ts';
import { media } from '#site/content/media.ts';
import { MESSAGES } from '#site/messages.ts';
import type { VisitOptions } from '../support/browser.ts';
import { answerDialogs } from '../support/dialogs.ts';
import { expectSoundLooks } from '../support/looks.ts';
import { expect } from '../support/patience.ts';
import { type Person, SESSION_KEY, makePerson, openDashboard, sendCredentials } from '../support/people.ts';
import { failedResource, openStage } from '../support/stage.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';

const stage = openStage();
let editor: Person;

beforeAll(async () => {
  editor = await makePerson(stage.house, { admin: true });
});

async function comeIn(options?: VisitOptions) {
  const visit = await stage.arrive(options);
  const dialogs = answerDialogs(visit.page);
  await openDashboard(stage.house, visit.page, editor);
  return { ...visit, dialogs };
}

const button = (page: Page, name: string) => page.getByRole('button', { name });
const save = (page: Page) => button(page, 'Save').click();
const preview = (page: Page) => page.frameLocator('.preview__frame');

type NewPost = { title: string; slug?: string; content?: string; status?: string; published_at?: string };

/** A post that was there before; its id. */
async function plant(post: NewPost): Promise<string> {
  const row = { slug: `s-${randomUUID()}`, content: 'Text', ...post };
  const { data } = await stage.house.service.from('blog_posts').insert(row).select('id').single().throwOnError();
  return data.id;
}

async function readPost(id: string) {
  const { data } = await stage.house.service.from('blog_posts').select().eq('id', id).single().throwOnError();
  return data;
}

/** Narrows the list to one post, by the title, and opens it. */
async function edit(page: Page, title: string): Promise<void> {
  await page.getByLabel(dashboard.posts.search).fill(title);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await page.locator('[name=title]').waitFor();
}

async function editorWrites(page: Page, content: string): Promise<void> {
  await page.locator('[name=content]').fill(content);
}

test('the toolbar and its keys mark the text up, the preview follows, and undo takes it back', async () => {
  const { page } = await comeIn();
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
});

test('the preview lets through what the public page lets through, and its links lead nowhere', async () => {
  const { page } = await comeIn();
  await button(page, 'New Post').click();
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

test('the slug is shown as it will be, and a clash is told while typing', async () => {
  await plant({ title: 'Taken already', slug: 'taken-already' });
  const { page } = await comeIn();
  await button(page, 'New Post').click();
  await page.locator('[name=title]').fill('Taken already');
  await expect(page.locator('.slug__preview code')).toHaveText('/blog/taken-already-2');
  await expect(page.locator('.slug__preview')).toContainText(dashboard.slug.taken.replace('{slug}', 'taken-already'));
  // Somebody takes the next one too, a moment before the save.
  await plant({ title: 'Taken already', slug: 'taken-already-2' });
  await editorWrites(page, 'Text');
  await page.keyboard.press('Control+s');
  await expectToast(page, MESSAGES.postCreated);
  expect(await stage.house.query(`select 1 from blog_posts where slug = 'taken-already-3'`)).toHaveLength(1);
});

test('a post given a moment appears by itself then, and not before', async () => {
  const { page } = await comeIn();
  const { house } = stage;
  await button(page, 'New Post').click();
  await page.locator('[name=title]').fill('Budget at noon');
  await editorWrites(page, 'Text');
  await page.locator('[name=status]').selectOption('published');
  await expect(page.getByText(dashboard.posts.statusHints.published)).toBeVisible();
  await page.getByLabel(words.schedule.label).fill('2099-02-01T12:00');
  await expect(page.getByText(/It appears by itself on 1 February 2099/)).toBeVisible();
  await save(page);
  await expectToast(page, MESSAGES.postCreated);
  const row = page.getByRole('row', { name: 'Budget at noon' });
  await expect(row).toContainText(words.list.scheduled);
  await expect(row).toContainText('Appears 1 February 2099');
  await expect(row.getByRole('link')).toHaveCount(0);
  const { url } = house;
  expect((await fetch(`${url}/blog/budget-at-noon`)).status).toBe(404);
  expect(await (await fetch(`${url}/blog`)).text()).not.toContain('Budget at noon');

  await edit(page, 'Budget at noon');
  await page.getByLabel(words.schedule.label).fill('');
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  expect((await fetch(`${url}/blog/budget-at-noon`)).status).toBe(200);
  expect(await (await fetch(`${url}/blog`)).text()).toContain('Budget at noon');
});

test('scheduled posts can be looked for, and an administrator reads the blog as everybody does', async () => {
  await plant({ title: 'Not before 2099', status: 'published', published_at: '2099-01-01T00:00:00Z' });
  const { page } = await comeIn();
  await page.locator('[name=status-filter]').selectOption('scheduled');
  await expect(page.getByRole('row', { name: 'Not before 2099' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.goto('/blog');
  await page.getByLabel(blogList.search.label).fill('before');
  await page.keyboard.press('Enter');
  await expect(page.getByText(blogList.search.none('before'))).toBeVisible();
});

test('a picture is uploaded from the toolbar and stands where the caret was', async () => {
  const { page } = await comeIn();
  await button(page, 'New Post').click();
  await editorWrites(page, 'Before after');
  await page.locator('[name=content]').press('Home');
  for (let n = 0; n < 7; n += 1) await page.keyboard.press('ArrowRight');
  await page.getByRole('toolbar').getByRole('button', { name: words.marks.names.image }).click();
  const dialog = page.getByRole('dialog');
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#d9822b' } })
    .png()
    .toBuffer();
  await dialog.locator('input[type=file]').setInputFiles({ name: 'crate.png', mimeType: 'image/png', buffer: picture });
  await dialog.getByLabel(media.alt.label, { exact: true }).fill('An orange crate');
  await dialog.getByRole('button', { name: media.upload }).click();
  await expect(page.locator('[name=content]')).toHaveValue(
    /^Before <img src="[^"]+" alt="An orange crate" width="400" height="300">after$/,
  );
  await expect(preview(page).getByRole('img', { name: 'An orange crate' })).toBeVisible();
});

test('a date that was not touched is kept to the second', async () => {
  const id = await plant({
    title: 'To the second',
    status: 'published',
    published_at: '2026-01-02T03:04:05.678+00:00',
  });
  const { page } = await comeIn();
  await edit(page, 'To the second');
  await editorWrites(page, 'Changed');
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  expect(await readPost(id)).toMatchObject({ content: 'Changed', published_at: '2026-01-02T03:04:05.678+00:00' });
});

test('a new slug of a public post leaves a 301 behind at the old one', async () => {
  await plant({ title: 'Moving house', slug: 'moving-house', status: 'published' });
  const { page } = await comeIn();
  await edit(page, 'Moving house');
  await page.locator('[name=slug]').fill('moved-house');
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  const answer = await fetch(`${stage.house.url}/blog/moving-house`, { redirect: 'manual' });
  expect(answer.status).toBe(301);
  expect(answer.headers.get('Location')).toMatch(/\/blog\/moved-house$/);
  expect((await fetch(`${stage.house.url}/blog/never-there`)).status).toBe(404);
});

test('the second editor is told of the conflict, sees both versions, and chooses', async () => {
  const id = await plant({ title: 'Two editors', content: 'The first text' });
  const { page, expectComplaint } = await comeIn();
  expectComplaint(/^Failed to save post: PostConflict/);
  await edit(page, 'Two editors');
  await editorWrites(page, 'The text of mine');
  await stage.house.service.from('blog_posts').update({ content: 'The text of theirs' }).eq('id', id);
  await save(page);
  await expectToast(page, MESSAGES.savePostFailed);
  await expect(page.getByRole('alert')).toContainText(words.conflict.heading);
  await expect(page.locator('.difference del').filter({ hasText: 'theirs' })).toBeVisible();
  await expect(page.locator('.difference ins').filter({ hasText: 'mine' })).toBeVisible();
  expect((await readPost(id)).content).toBe('The text of theirs');
  await expectSoundLooks(page);

  await button(page, words.conflict.theirs).click();
  await expect(page.locator('[name=content]')).toHaveValue('The text of theirs');
  await button(page, dashboard.copy.restore).click();
  await expect(page.locator('[name=content]')).toHaveValue('The text of mine');

  await stage.house.service.from('blog_posts').update({ content: 'Theirs once more' }).eq('id', id);
  await save(page);
  await page.locator('.difference ins').first().waitFor();
  await button(page, words.conflict.mine).click();
  await expectToast(page, MESSAGES.postUpdated);
  expect((await readPost(id)).content).toBe('The text of mine');
});

test('an earlier version is compared and comes back by one click; status and address stay', async () => {
  const id = await plant({ title: 'Grown', slug: 'grown', content: 'The old words of the text' });
  await stage.house.service
    .from('blog_posts')
    .update({ content: 'The new words of the text', status: 'published', slug: 'grown-up' })
    .eq('id', id);
  const { page } = await comeIn();
  await edit(page, 'Grown');
  await page.getByText(words.versions.heading).click();
  await page.locator('.versions__list button').last().click();
  await expect(page.locator('.difference del').filter({ hasText: 'old' })).toBeVisible();
  await expect(page.locator('.difference ins').filter({ hasText: 'new' })).toBeVisible();
  await expectSoundLooks(page);
  await button(page, words.versions.restore).click();
  await expectToast(page, words.versions.restored);
  await expect(page.locator('[name=content]')).toHaveValue('The old words of the text');
  expect(await readPost(id)).toMatchObject({
    content: 'The old words of the text',
    status: 'published',
    slug: 'grown-up',
  });
  await page.getByText(words.versions.heading).click();
  await expect(page.locator('.versions__list button')).toHaveCount(3);
  await expect(page.locator('.versions__list button').first()).toContainText(editor.email);
});

test('a deleted post comes back by the toast, and later from the list of deleted ones', async () => {
  const id = await plant({ title: 'Fallen', status: 'published' });
  const before = await readPost(id);
  const { page } = await comeIn();
  await page.getByLabel(dashboard.posts.search).fill('Fallen');
  await button(page, 'Delete Fallen').click();
  await expectToast(page, MESSAGES.postDeleted);
  await button(page, words.deleted.undo).click();
  await expectToast(page, words.deleted.restored);
  await expect(page.getByRole('row', { name: 'Fallen' })).toBeVisible();
  expect(await readPost(id)).toEqual(before);

  await button(page, 'Delete Fallen').click();
  await dismissToasts(page);
  await page.getByText(words.deleted.heading).click();
  await expect(page.locator('.deleted__items li').first()).toContainText(editor.email);
  await expectSoundLooks(page);
  await button(page, 'Restore Fallen').click();
  await expectToast(page, words.deleted.restored);
  expect(await readPost(id)).toEqual(before);
});

test('a category and a testimonial come back too', async () => {
  const { house } = stage;
  await house.service.from('categories').insert({ name: 'Lost', slug: 'lost' }).throwOnError();
  await house.service.from('testimonials').insert({ name: 'Lost', company: 'c', testimonial: 't' }).throwOnError();
  const { page } = await comeIn();
  for (const tab of ['Categories', 'Testimonials']) {
    await page.getByRole('tab', { name: tab }).click();
    await button(page, 'Delete Lost').click();
    await button(page, words.deleted.undo).click();
    await expectToast(page, words.deleted.restored);
    await expect(page.getByRole('row', { name: 'Lost' })).toBeVisible();
    await dismissToasts(page);
  }
});

test('the list searches, filters, sorts and turns pages, and its address keeps that', async () => {
  const { house } = stage;
  const { data: category } = await house.service
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
  await house.service.from('blog_posts').insert(rows).throwOnError();
  const { page, expectComplaint } = await comeIn();
  expectComplaint(failedResource(416));
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
  await page.getByRole('link', { name: words.list.pages.next }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Port note 25');
  expect(new URL(page.url()).search).toBe('?q=port&sort=title&page=2');
  await page.reload();
  await expect(page.getByRole('row').nth(1)).toContainText('Port note 25');
  await page.goto('/admin?page=900');
  await button(page, words.list.firstPage).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('many posts are published, archived and deleted after one question, and the result is told', async () => {
  const ids = [
    await plant({ title: 'Many one' }),
    await plant({ title: 'Many two' }),
    await plant({ title: 'Many three' }),
  ];
  const { page, dialogs } = await comeIn();
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
  await actOnAll(words.bulk.acts.published);
  expect(dialogs.asked()).toEqual([words.bulk.questions.published(3)]);
  expect((await readPost(ids[0] ?? '')).status).toBe('draft');
  dialogs.say('yes');
  await bar.getByRole('button', { name: words.bulk.acts.published }).click();
  await expectToast(page, words.bulk.done.published(3, 3));
  for (const id of ids) expect((await readPost(id)).status).toBe('published');
  // One of them is gone meanwhile.
  await actOnAllAfter(ids[0] ?? '', () => actOnAll(words.bulk.acts.archived));
  await expectToast(page, words.bulk.done.archived(2, 3));
  await expect(page.getByText(words.list.found(2))).toBeVisible();
  await actOnAll(words.bulk.acts.delete);
  await expectToast(page, words.bulk.done.delete(2, 2));
  await button(page, words.deleted.undo).click();
  await expectToast(page, words.deleted.restored);
  await expect(page.getByText(words.list.found(2))).toBeVisible();
});

async function actOnAllAfter(goneId: string, act: () => Promise<void>): Promise<void> {
  await stage.house.service.from('blog_posts').delete().eq('id', goneId).throwOnError();
  await act();
}

test('a duplicate is a draft of its own, open at once', async () => {
  await plant({ title: 'Original', slug: 'original', content: 'The words', status: 'published' });
  const { page } = await comeIn();
  await page.getByLabel(dashboard.posts.search).fill('Original');
  await button(page, 'Duplicate Original').click();
  await expectToast(page, words.duplicate.done);
  await expect(page.locator('[name=title]')).toHaveValue('Original (copy)');
  await expect(page.locator('[name=slug]')).toHaveValue('original-copy');
  await expect(page.locator('[name=status]')).toHaveValue('draft');
  await expect(page.locator('[name=content]')).toHaveValue('The words');
});

test('a closed tab, a crash and a second tab lose no word', async () => {
  const { page, context } = await comeIn();
  await button(page, 'New Post').click();
  await page.locator('[name=title]').fill('First tab');
  const other = await context.newPage();
  await other.goto('/admin');
  await other.getByRole('button', { name: 'New Post', exact: true }).click();
  await other.locator('[name=title]').fill('Second tab');
  await expect.poll(() => kept(page)).toContain('Second tab');
  await page.close({ runBeforeUnload: false });
  await other.reload();
  await expect(button(other, 'Continue: New Post, First tab')).toBeVisible();
  await button(other, 'Continue: New Post, Second tab').click();
  await expect(other.locator('[name=title]')).toHaveValue('Second tab');
});

const kept = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

test('without network a save says so, and the words are saved when it is back', async () => {
  const id = await plant({ title: 'Tunnel' });
  const { page, context, expectComplaint } = await comeIn();
  expectComplaint(failedResource('net'));
  expectComplaint(/^Failed to save post:/);
  await edit(page, 'Tunnel');
  await editorWrites(page, 'Written in a tunnel');
  await context.setOffline(true);
  await save(page);
  await expect(page.getByRole('alert')).toContainText(dashboard.form.troubles.unreachable);
  await expect(page.locator('[name=content]')).toHaveValue('Written in a tunnel');
  await context.setOffline(false);
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  expect((await readPost(id)).content).toBe('Written in a tunnel');
});

test('a session that ended while typing sends to the sign-in, and the words are there afterwards', async () => {
  const id = await plant({ title: 'Long lunch' });
  const { page, context } = await comeIn();
  await edit(page, 'Long lunch');
  await editorWrites(page, 'Written before lunch');
  // Signed out in another tab.
  const other = await context.newPage();
  await other.goto('/admin');
  await button(other, dashboard.signOut).click();
  await page.waitForURL('**/auth');
  await sendCredentials(page, editor);
  await page.waitForURL('**/admin');
  await button(page, 'Continue: Long lunch').click();
  await expect(page.locator('[name=content]')).toHaveValue('Written before lunch');
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  expect((await readPost(id)).content).toBe('Written before lunch');
});

test('an expired token keeps the words in the form', async () => {
  await plant({ title: 'Expired' });
  const { page, expectComplaint } = await comeIn();
  expectComplaint(failedResource(401));
  expectComplaint(/^Failed to (save post|fetch posts):/);
  await edit(page, 'Expired');
  await editorWrites(page, 'Still here');
  await page.route('**/rest/v1/blog_posts*', (route) =>
    route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired', details: null, hint: null } }),
  );
  await save(page);
  await expect(page.getByRole('alert')).toContainText(dashboard.form.troubles['signed-out']);
  await expect(page.locator('[name=content]')).toHaveValue('Still here');
  expect(await kept(page)).toContain('Still here');
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).not.toBeNull();
});

test('what was typed for a post that is gone goes on as a new one', async () => {
  const id = await plant({ title: 'Gone meanwhile' });
  const { page } = await comeIn();
  await edit(page, 'Gone meanwhile');
  await editorWrites(page, 'Worth keeping');
  await expect.poll(() => kept(page)).toContain('Worth keeping');
  await stage.house.service.from('blog_posts').delete().eq('id', id).throwOnError();
  await page.reload();
  await button(page, 'Continue: Gone meanwhile').click();
  await expect(page.getByRole('heading', { name: dashboard.posts.createHeading })).toBeVisible();
  await expect(page.locator('[name=content]')).toHaveValue('Worth keeping');
  await save(page);
  await expectToast(page, MESSAGES.postCreated);
});

test('on a phone, by keys alone: write, mark up, schedule, save, change the slug, delete and undo', async () => {
  const { page } = await comeIn({ width: 375 });
  const tabTo = async (name: string, from?: string) => {
    for (let presses = 0; presses < 90; presses += 1) {
      const text = await page.evaluate(() => {
        const it = document.activeElement;
        return it?.getAttribute('name') ?? it?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
      });
      if (text === name) return;
      await page.keyboard.press(from ?? 'Tab');
    }
    throw new Error(`No way to ${name} by the Tab key.`);
  };
  await button(page, 'New Post').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[name=title]')).toBeFocused();
  await page.keyboard.type('By keys alone');
  await tabTo('Heading');
  const bar = page.getByRole('toolbar');
  for (const name of ['Subheading', 'Bold']) {
    await page.keyboard.press('ArrowRight');
    await expect(bar.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.locator('[name=content]')).toHaveValue('<strong>bold text</strong>');
  await page.keyboard.type('Marked');
  await tabTo('status', 'Shift+Tab');
  await page.keyboard.type('Pub');
  await page.keyboard.press('Control+s');
  await expectToast(page, MESSAGES.postCreated);
  await dismissToasts(page);

  await tabTo('Edit By keys alone');
  await page.keyboard.press('Enter');
  await expect(page.locator('[name=title]')).toBeFocused();
  await tabTo('slug');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('keys');
  await page.keyboard.press('Control+s');
  await expectToast(page, MESSAGES.postUpdated);
  expect((await fetch(`${stage.house.url}/blog/by-keys-alone`, { redirect: 'manual' })).status).toBe(301);
  await dismissToasts(page);

  await tabTo('Delete By keys alone');
  await page.keyboard.press('Enter');
  await expectToast(page, MESSAGES.postDeleted);
  await page.keyboard.press('F8');
  await tabTo(words.deleted.undo);
  await page.keyboard.press('Enter');
  await expectToast(page, words.deleted.restored);
});
