import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { editor as words } from '#site/content/editor.ts';
import { media } from '#site/content/media.ts';
import { publishing } from '#site/content/publishing.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { MESSAGES, SENTENCES } from '#site/messages.ts';
import { answerDialogs } from '../support/dialogs.ts';
import { expect } from '../support/page-expect.ts';
import { type Person, makePerson } from '../support/people.ts';
import { setUpJourney } from '../support/journey.ts';
import { overflowX } from '../support/overflow.ts';
import { expectToast } from '../support/toasts.ts';
import { VERY_LONG } from '#backend-tests/support/slowness.ts';

/** The form of a post has about fifty tab stops; the cycle includes header and footer. */
const MAX_PRESSES = 150;
const PICTURE = 'crates-at-the-quay.jpg';

const journey = setUpJourney();
let editor: Person;

beforeAll(async () => {
  editor = await makePerson(journey.app, { admin: true });
  const jpeg = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#d9822b' } })
    .jpeg()
    .toBuffer();
  const body = new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' });
  const metadata = { alt: 'Crates at the quay', width: 400, height: 300 };
  const { error } = await journey.app.service.storage.from('media').upload(PICTURE, body, { metadata });
  if (error) throw error;
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.locator(`form.item-form [name=${name}]`);
const hasFocus = (control: Locator) => control.evaluate((node) => node === node.ownerDocument.activeElement);

/** Presses until the control has the focus, which must be visible. */
async function reach(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' | 'ArrowRight' = 'Tab'): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses <= MAX_PRESSES; presses += 1) {
    if (await hasFocus(control)) {
      await expect(control).toBeInViewport();
      return;
    }
    await page.keyboard.press(key);
    // Toolbars and tabs move the focus in a timer, so that it could leave the control after it was found there.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 10)));
  }
  throw new Error(`${MAX_PRESSES} times ${key} do not lead to ${String(control)}.`);
}

async function press(
  page: Page,
  control: Locator,
  key: 'Enter' | 'Space' = 'Enter',
  by: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await reach(page, control, by);
  await page.keyboard.press(key);
}

/** Replaces the value of the field. */
async function retype(page: Page, control: Locator, text: string): Promise<void> {
  await reach(page, control);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

async function signInByKeys(page: Page): Promise<void> {
  await reach(page, page.getByRole('tab', { name: 'Sign In' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeFocused();
  const form = page.locator('form:visible');
  await retype(page, form.getByLabel('Email'), editor.email);
  await retype(page, form.getByLabel('Password', { exact: true }), editor.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/admin');
}

async function enterByKeys(page: Page): Promise<void> {
  await page.goto('/admin');
  await page.waitForURL('**/auth');
  await signInByKeys(page);
}

/** Month, day, year, hour, minute and AM/PM are parts of one field, each cleared separately. */
async function emptyMoment(page: Page, moment: Locator): Promise<void> {
  await reach(page, moment);
  for (let part = 0; part < 6; part += 1) {
    await page.keyboard.press('Delete');
    await page.keyboard.press('ArrowRight');
  }
  await expect(moment).toHaveValue('');
}

async function insertPictureByKeys(page: Page): Promise<void> {
  const bar = page.getByRole('toolbar');
  await reach(page, bar.getByRole('button', { name: words.marks.names.heading, exact: true }), 'Shift+Tab');
  const image = bar.getByRole('button', { name: words.marks.names.image, exact: true });
  await reach(page, image, 'ArrowRight');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await reach(page, dialog.getByRole('tab', { name: media.tabs.upload }));
  await reach(page, dialog.getByRole('tab', { name: media.tabs.library }), 'ArrowRight');
  await retype(page, dialog.getByLabel(media.library.search), 'quay');
  await press(page, dialog.getByRole('radio'), 'Space');
  await expect(dialog.getByLabel(media.alt.label, { exact: true })).toHaveValue('Crates at the quay');
  await press(page, dialog.getByRole('button', { name: media.use }));
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('[name=content]')).toBeFocused();
}

async function expectSaved(page: Page, message: Parameters<typeof expectToast>[1]): Promise<void> {
  await expectToast(page, message);
  await expect(page.locator('form.item-form')).toHaveCount(0);
}

/** F8 focuses the toasts, Escape dismisses the focused one. */
async function dismissByKeys(page: Page): Promise<void> {
  const toasts = page.locator('.toast');
  for (let left = await toasts.count(); left > 0; left -= 1) {
    await page.keyboard.press('F8');
    await reach(page, toasts.first());
    await page.keyboard.press('Escape');
    await expect(toasts).toHaveCount(left - 1);
  }
}

async function expectFitsPhone(page: Page): Promise<void> {
  expect(await overflowX(page)).toBeLessThanOrEqual(0);
}

async function expectPreviewByKeys(page: Page): Promise<void> {
  await press(page, button(page, words.writing.preview), 'Enter', 'Shift+Tab');
  const preview = page.frameLocator('.preview-frame');
  await reach(page, preview.getByRole('link', { name: 'Back to Blog' }));
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Crates by keys');
  await expect(preview.locator('.prose')).toContainText('The first words.');
  await page.keyboard.press('End');
  await expect(preview.getByRole('img', { name: 'Crates at the quay' })).toBeInViewport();
  await press(page, button(page, words.writing.write), 'Enter', 'Shift+Tab');
}

/** Opens the sheet with the settings, runs `change` in it, and closes it. */
async function inSettings(page: Page, change: () => Promise<void>): Promise<void> {
  await press(page, button(page, words.settings.heading), 'Enter', 'Shift+Tab');
  await change();
  await page.keyboard.press('Escape');
  await expect(button(page, words.settings.heading)).toBeFocused();
}

// Hundreds of key presses, each waited for: half a minute on an idle machine.
test(
  'on a phone the keyboard alone does everything from the sign-in to a post with picture, date, slug, versions and undo',
  VERY_LONG,
  async () => {
    const { page } = await journey.visit({ width: 375 });
    const dialogs = answerDialogs(page);
    const address = (slug: string) => fetch(`${journey.app.url}/blog/${slug}`, { redirect: 'manual' });
    // Of an earlier attempt.
    await journey.app.service.from('blog_posts').delete().eq('title', 'Crates by keys').throwOnError();
    await enterByKeys(page);

    await press(page, button(page, dashboard.posts.create));
    await expect(field(page, 'title')).toBeFocused();
    await page.keyboard.type('Crates by keys');
    await reach(page, field(page, 'content'));
    await page.keyboard.type('The first words. ');
    await insertPictureByKeys(page);
    await expect(field(page, 'content')).toHaveValue(
      `The first words. <img src="/storage/v1/object/public/media/${PICTURE}" alt="Crates at the quay" width="400" height="300">`,
    );
    await expectFitsPhone(page);
    await expectPreviewByKeys(page);
    await press(page, button(page, publishing.more));
    await press(page, button(page, publishing.actions.schedule));
    await reach(page, page.getByRole('dialog').getByLabel(publishing.at));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await inSettings(page, async () => {
      await reach(page, field(page, 'status'));
      await page.keyboard.press('ArrowDown');
      await expect(field(page, 'status')).toHaveValue('published');
      await reach(page, field(page, 'published_at'));
      await page.keyboard.type('020120991200PM');
      await expect(field(page, 'published_at')).toHaveValue('2099-02-01T12:00');
    });
    await press(page, button(page, publishing.actions.schedule));
    await press(page, page.getByRole('dialog').getByRole('button', { name: publishing.confirm.schedule, exact: true }));
    await expectSaved(page, MESSAGES.postCreated);
    await expect(page.getByRole('row', { name: 'Crates by keys' })).toContainText(words.list.scheduled);
    expect((await address('crates-by-keys')).status).toBe(404);
    await expectFitsPhone(page);
    await dismissByKeys(page);

    await press(page, button(page, 'Edit Crates by keys'));
    await inSettings(page, () => emptyMoment(page, field(page, 'published_at')));
    await press(page, button(page, publishing.actions.publishNow));
    await press(page, page.getByRole('dialog').getByRole('button', { name: publishing.confirm.publish, exact: true }));
    await expectSaved(page, MESSAGES.postUpdated);
    const published = await address('crates-by-keys');
    expect(published.status).toBe(200);
    expect(await published.text()).toContain('alt="Crates at the quay"');
    await dismissByKeys(page);

    await press(page, button(page, 'Edit Crates by keys'));
    await inSettings(page, () => retype(page, field(page, 'slug'), 'crates'));
    await retype(page, field(page, 'content'), 'Other words.');
    await press(page, button(page, publishing.actions.update));
    await expectSaved(page, MESSAGES.postUpdated);
    const moved = await address('crates-by-keys');
    expect(moved.status).toBe(301);
    expect(moved.headers.get('Location')).toMatch(/\/blog\/crates$/);
    expect(await (await address('crates')).text()).toContain('Other words.');
    await dismissByKeys(page);

    await press(page, button(page, 'Edit Crates by keys'));
    await press(page, button(page, words.settings.heading), 'Enter', 'Shift+Tab');
    await press(page, page.locator('summary', { hasText: words.versions.heading }));
    await press(page, page.locator('.versions-panel__list button').last());
    await expect(page.locator('.difference ins').filter({ hasText: 'Other' })).toBeVisible();
    await expectFitsPhone(page);
    await press(page, button(page, words.versions.restore));
    await expectToast(page, DASHBOARD_MESSAGES.versionRestored);
    expect(dialogs.asked()).toEqual([words.versions.question({ hasChanges: false, isPublic: true })]);
    await expect(field(page, 'content')).toHaveValue(/^The first words\. <img /);
    await expect(field(page, 'title')).toBeFocused();
    const restored = await address('crates');
    expect(restored.status).toBe(200);
    expect(await restored.text()).toContain('alt="Crates at the quay"');
    await dismissByKeys(page);
    await press(page, button(page, dashboard.form.cancel));
    await expect(page.locator('form.item-form')).toHaveCount(0);
    expect(dialogs.asked()).toEqual([]);

    await press(page, button(page, 'Delete Crates by keys'));
    expect(dialogs.asked()).toEqual([SENTENCES.confirmDeletePost]);
    await expectToast(page, MESSAGES.postDeleted);
    await expect(button(page, dashboard.posts.create)).toBeFocused();
    expect((await address('crates')).status).toBe(404);
    await page.keyboard.press('F8');
    await press(page, page.locator('.toast').getByRole('button', { name: words.deleted.undo }));
    await expectToast(page, DASHBOARD_MESSAGES.itemRestored);
    await expect(page.getByRole('row', { name: 'Crates by keys' })).toBeVisible();
    expect((await address('crates')).status).toBe(200);
  },
);
