import type { Page } from 'playwright';
import { test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { publishing } from '#site/content/publishing.ts';
import { MESSAGES } from '#site/messages.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { edit, editorWrites, publish, save, setUpPostEditor } from '../support/post-editor.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';

const { journey, openAsEditor, insert, readPost } = setUpPostEditor();
const words = publishing;

const field = (page: Page, name: string) => page.locator(`.item-form [name=${name}]`);
const form = (page: Page) => page.locator('.item-form');
const dialog = (page: Page) => page.getByRole('dialog', { name: /Publish|Schedule/ });
const exact = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const statusOf = async (slug: string) =>
  (await fetch(`${journey.app.url}/blog/${slug}`, { redirect: 'manual' })).status;

/** For `openAsEditor`: the form of a new post. */
const NEW = { at: '/admin?tab=posts&post=new' };

async function startPost(page: Page, title: string, content = '<p>Text</p>'): Promise<void> {
  await field(page, 'title').fill(title);
  await editorWrites(page, content);
}

async function readSlug(title: string): Promise<{ id: string; slug: string }> {
  const { data } = await journey.app.service
    .from('blog_posts')
    .select('id, slug')
    .eq('title', title)
    .single()
    .throwOnError();
  return data;
}

const BUTTONS = [
  { state: 'a new post', row: null, shown: ['Save', 'Schedule', 'Publish'] },
  { state: 'a draft', row: { status: 'draft' }, shown: ['Delete draft', 'Save', 'Schedule', 'Publish'] },
  { state: 'a published post', row: { status: 'published' }, shown: ['Unpublish', 'Update'] },
  {
    state: 'a scheduled post',
    row: { status: 'published', published_at: '2099-01-01T00:00:00Z' },
    shown: ['Publish now', 'Unpublish', 'Update'],
  },
  { state: 'an archived post', row: { status: 'archived' }, shown: ['Save', 'Schedule', 'Publish'] },
];

test('each state of a post has the buttons that fit it, and Cancel', async () => {
  const { page } = await openAsEditor(NEW);
  for (const { state, row, shown } of BUTTONS) {
    const id = row && (await insert({ title: `Buttons of ${state}`, ...row }));
    if (id) await page.goto(`/admin?tab=posts&post=${id}`);
    await field(page, 'title').waitFor();
    const buttons = page.locator('.item-form__bar button:visible');
    await expect(buttons, state).toHaveText(['Cancel', ...shown]);
    await expect(page.locator('.item-form__bar .button--primary'), state).toHaveText(shown.at(-1) ?? '');
  }
});

test('the first publication is confirmed in a dialog that shows the post and a checklist', async () => {
  await insert({ title: 'Linked post', slug: 'linked-post', status: 'published' });
  const { page } = await openAsEditor(NEW);
  const content =
    '<p>A <a href="/blog/linked-post">good</a>, a <a href="/blog/never-written">dead</a> and <a href="/services">another</a> link.</p>' +
    '<h2>Part</h2><h4>Detail</h4><img src="/favicon.svg"><video></video>';
  await startPost(page, 'Confirmed before it is published', content);
  await exact(page, words.actions.publish).click();
  await expect(dialog(page)).toContainText('/blog/confirmed-before-it-is-published');
  const texts = dialog(page).locator('.checklist li[data-advice] .checklist__text');
  await expect(texts).toHaveText([
    words.checks.excerpt.advice(0, 0),
    words.checks.category.advice(),
    words.checks.picture.advice(),
    words.checks.alt.advice(1, 1),
    words.deadLinks(['/blog/never-written']),
    words.checks.headings.advice(4),
    words.dropped(['video']),
  ]);
  const [card, whole] = [words.card, words.page].map((title) => page.frameLocator(`iframe[title="${title}"]`));
  await expect(card!.locator('.post-card__title')).toHaveText('Confirmed before it is published');
  await expect(whole!.getByRole('heading', { level: 1 })).toHaveText('Confirmed before it is published');
  expect(await statusOf('confirmed-before-it-is-published')).toBe(404);
  await expectAccessibleLayout(page);

  await exact(page, words.cancel).click();
  await expect(exact(page, words.actions.publish)).toBeFocused();
  await expect(field(page, 'status')).toHaveValue('draft');
  await exact(page, words.actions.publish).click();
  await dialog(page).getByRole('button', { name: words.confirm.publish, exact: true }).click();
  await expectToast(page, MESSAGES.postCreated);
  await expect(form(page)).toHaveCount(0);
  await expect(dialog(page)).toHaveCount(0);
  expect(await statusOf('confirmed-before-it-is-published')).toBe(200);
  await edit(page, 'Confirmed before it is published');
  await expect(exact(page, words.actions.update)).toBeVisible();
  await expect(page.locator('.writing-bar__view')).toHaveAttribute('href', '/blog/confirmed-before-it-is-published');
});

test('on a phone an item of the checklist leads to its field in the sheet, and the rarely used buttons are in a menu', async () => {
  const { page } = await openAsEditor({ ...NEW, width: 375 });
  await startPost(page, 'Leads to the field');
  await exact(page, words.actions.publish).click();
  await dialog(page)
    .getByRole('button', { name: words.goToLabel(words.checks.excerpt.advice(0, 0)) })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(field(page, 'excerpt')).toBeFocused();
  await expect(field(page, 'excerpt')).toBeInViewport();

  await page.goto(`/admin?tab=posts&post=${await insert({ title: 'Buttons of a phone', status: 'published' })}`);
  await expect(exact(page, words.actions.unpublish)).toBeHidden();
  await exact(page, words.more).click();
  await expectAccessibleLayout(page);
  // The check of the layout ends at 1280 px, where there is no menu.
  await page.setViewportSize({ width: 375, height: 740 });
  await expect(exact(page, words.actions.unpublish)).toBeHidden();
  await exact(page, words.more).click();
  await exact(page, words.actions.unpublish).click();
  await expectToast(page, MESSAGES.postUpdated);
});

test('a post goes through all states by buttons that say what they do; Enter in a field and a letter on the status publish nothing', async () => {
  const { page, dialogs } = await openAsEditor(NEW);
  await startPost(page, 'Through all states');
  await save(page);
  await expectToast(page, MESSAGES.postCreated);
  await expect(form(page)).toHaveCount(0);
  const { id } = await readSlug('Through all states');
  expect((await readPost(id)).status).toBe('draft');
  await edit(page, 'Through all states');
  await publish(page);
  await expect(form(page)).toHaveCount(0);
  await edit(page, 'Through all states');
  await editorWrites(page, '<p>Updated</p>');
  await exact(page, words.actions.update).click();
  await expect(form(page)).toHaveCount(0);
  expect((await readPost(id)).content).toBe('<p>Updated</p>');
  for (const [status, action] of [
    ['draft', 'unpublish'],
    ['archived', 'archive'],
  ] as const) {
    await edit(page, 'Through all states');
    if ((await readPost(id)).status !== 'published') await publish(page).then(() => edit(page, 'Through all states'));
    await field(page, 'status').selectOption(status);
    dialogs.say('no');
    await exact(page, words.actions[action]).click();
    expect(dialogs.asked()).toEqual([words.questions[action]]);
    expect((await readPost(id)).status).toBe('published');
    dialogs.say('yes');
    await exact(page, words.actions[action]).click();
    await expect(form(page)).toHaveCount(0);
    dialogs.asked();
    expect((await readPost(id)).status).toBe(status);
  }

  await dismissToasts(page);
  await exact(page, dashboard.posts.create).click();
  await startPost(page, 'Appears later');
  await exact(page, words.actions.schedule).click();
  const at = dialog(page).getByLabel(words.at);
  const confirm = dialog(page).getByRole('button', { name: words.confirm.schedule, exact: true });
  await at.fill('2020-01-01T09:00');
  await confirm.click();
  await expect(dialog(page)).toContainText(words.atError);
  await at.fill('2099-03-01T09:00');
  await expectAccessibleLayout(page);
  await confirm.click();
  await expectToast(page, MESSAGES.postCreated);
  const { id: later, slug } = await readSlug('Appears later');
  expect(await readPost(later)).toMatchObject({
    status: 'published',
    published_at: expect.stringContaining('2099-03-01'),
  });
  expect(await statusOf(slug)).toBe(404);
  await edit(page, 'Appears later');
  await exact(page, words.actions.publishNow).click();
  await dialog(page).getByRole('button', { name: words.confirm.publish, exact: true }).click();
  await expect(form(page)).toHaveCount(0);
  expect(await statusOf(slug)).toBe(200);

  await dismissToasts(page);
  await exact(page, dashboard.posts.create).click();
  await startPost(page, 'Not by accident', 'Text');
  await field(page, 'title').press('Enter');
  await expect(field(page, 'content')).toBeFocused();
  await expect(field(page, 'title')).toHaveValue('Not by accident');
  await field(page, 'slug').press('Enter');
  await field(page, 'status').press('p');
  await field(page, 'status').press('P');
  await expect(field(page, 'status')).toHaveValue('draft');
  await field(page, 'status').press('ArrowDown');
  await expect(field(page, 'status')).toHaveValue('published');
  await expect(form(page)).toBeVisible();
  const { data } = await journey.app.service.from('blog_posts').select('id').eq('title', 'Not by accident');
  expect(data).toEqual([]);
  await expect(exact(page, words.actions.save)).toHaveCount(0);
  await publish(page);
  await expectToast(page, MESSAGES.postCreated);
  await expect(form(page)).toHaveCount(0);
  expect(await statusOf((await readSlug('Not by accident')).slug)).toBe(200);
});

test('Ctrl+S keeps the words of a published post and of a new one with the status Published, and publishes nothing', async () => {
  const id = await insert({ title: 'Kept by a key', slug: 'kept-by-a-key', content: 'Live', status: 'published' });
  const { page } = await openAsEditor();
  await edit(page, 'Kept by a key');
  await editorWrites(page, 'Half a sentence');
  const spoken = page.locator('.item-form__bar > [role=status]');
  await expect(spoken).toHaveText('');
  await page.keyboard.press('Control+s');
  await expect(page.locator('.item-form__state')).toHaveText(/, not published yet$/);
  await expect(spoken).toHaveText(/^Saved .*, not published yet$/);
  expect((await readPost(id)).content).toBe('Live');
  await page.goto(NEW.at);
  await startPost(page, 'Published by no key');
  await field(page, 'status').selectOption('published');
  await page.keyboard.press('Control+s');
  await expect(page.locator('.item-form__state')).toHaveText(/^Saved .* as a draft; status and date/);
  expect(await readPost((await readSlug('Published by no key')).id)).toMatchObject({ status: 'draft' });
});

test('a publication that fails closes the dialog and says so in the form', async () => {
  const { page, expectConsoleError } = await openAsEditor(NEW);
  expectConsoleError(/^Failed to load resource/);
  expectConsoleError(/^Failed to save post:/);
  await startPost(page, 'Not reached');
  await page.route('**/rest/v1/blog_posts?*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await exact(page, words.actions.publish).click();
  await dialog(page).getByRole('button', { name: words.confirm.publish, exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toContainText(dashboard.form.errors.unreachable);
});
