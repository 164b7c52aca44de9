import type { Page } from 'playwright';
import { test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { editor as words } from '#site/content/editor.ts';
import { publishing } from '#site/content/publishing.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import type { VisitOptions } from '../support/browser.ts';
import { edit, preview, save, setUpPostEditor } from '../support/post-editor.ts';

const { openAsEditor, insert, journey } = setUpPostEditor();

const field = (page: Page, name: string) => page.locator(`.item-form [name=${name}]`);
const exact = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const LONG = Array.from(
  { length: 60 },
  (_, n) => `<h2>Part ${n + 1}</h2>\n<p>${'Words of the part. '.repeat(12)}</p>`,
).join('\n');

async function openPost(post: { title: string; content?: string }, options?: VisitOptions) {
  const visit = await openAsEditor({ ...options, at: `/admin?tab=posts&post=${await insert(post)}` });
  await field(visit.page, 'title').waitFor();
  return visit;
}

test('title and text are wide and first, the settings beside them scroll by themselves; the buttons of the bars and the preview leave the text where it was scrolled to', async () => {
  const { page } = await openPost({ title: 'Wide', content: LONG }, { width: 1280 });
  const text = await field(page, 'content').boundingBox();
  const status = await field(page, 'status').boundingBox();
  expect(text!.width).toBeGreaterThan(650);
  expect(status!.x).toBeGreaterThan(text!.x + text!.width);
  await page.mouse.move(status!.x + 5, status!.y + 5);
  await page.mouse.wheel(0, 600);
  await expect(field(page, 'status')).not.toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expectAccessibleLayout(page);

  await page.setViewportSize({ width: 375, height: 812 });
  // A notice above the text, such as that of undelivered mail, moves the page but not the text.
  const topOfText = async () => Math.round((await field(page, 'content').boundingBox())!.y);
  await page.evaluate(() => window.scrollTo({ top: 2000, behavior: 'instant' }));
  const scrolledTo = await topOfText();
  expect(scrolledTo).toBeLessThan(-1000);
  for (const name of [words.writing.preview, dashboard.form.cancel]) {
    await exact(page, name).focus();
    expect(await topOfText(), name).toBe(scrolledTo);
  }
  await exact(page, words.writing.preview).click();
  await expect(preview(page).getByRole('heading', { name: 'Part 1', exact: true })).toBeVisible();
  await exact(page, words.writing.write).click();
  expect(await topOfText()).toBe(scrolledTo);
});

test('on a phone the settings are a sheet with the focus in it, and Escape returns to the button; its keyboard makes the viewport smaller; an error of a field in the sheet opens it and focuses the field', async () => {
  const { page } = await openPost({ title: 'Sheet' }, { width: 375 });
  await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /interactive-widget=resizes-content/);
  await expect(field(page, 'status')).toBeHidden();
  const opener = page.getByRole('button', { name: words.settings.heading });
  await opener.click();
  const sheet = page.getByRole('dialog', { name: words.settings.heading });
  await expect(sheet).toBeFocused();
  await expect(field(page, 'status')).toBeVisible();
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(
      () => document.activeElement?.closest('.writing__text, .item-form__bar') != null,
    );
    expect(isOutside).toBe(false);
  }
  await expectAccessibleLayout(page);
  await page.setViewportSize({ width: 375, height: 740 });
  await expect(sheet).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field(page, 'status')).toBeHidden();

  await page.getByRole('button', { name: words.settings.heading }).click();
  await field(page, 'featured_image_url').fill('nothing');
  await exact(page, words.settings.done).click();
  await save(page);
  await expect(page.getByRole('button', { name: words.settings.heading })).toContainText(words.writing.errors(1));
  await page.getByRole('link', { name: dashboard.posts.errors.image }).click();
  await expect(field(page, 'featured_image_url')).toBeFocused();
  await expect(field(page, 'featured_image_url')).toBeInViewport();
  await expectAccessibleLayout(page);
});

test('at 1440 px the preview is beside the text and follows the caret', async () => {
  const { page } = await openPost({ title: 'Followed', content: LONG }, { width: 1440 });
  await expect(preview(page).getByRole('heading', { name: 'Part 50', exact: true })).not.toBeInViewport();
  await field(page, 'content').evaluate((area: HTMLTextAreaElement) => {
    area.focus();
    const at = area.value.indexOf('<p>', area.value.indexOf('Part 50<'));
    area.setSelectionRange(at + 8, at + 8);
  });
  await expect(preview(page).getByRole('heading', { name: 'Part 50', exact: true })).toBeInViewport();
  await exact(page, words.writing.write).click();
  await expect(page.locator('.preview-frame')).toHaveCount(0);
});

test('below 1440 px the preview takes the place of the text, which grows; the way back asks where there are unsaved changes', async () => {
  const { page, dialogs } = await openPost({ title: 'In its place', content: 'One line' }, { width: 1280 });
  await exact(page, words.writing.preview).click();
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('In its place');
  await expect(field(page, 'content')).toBeHidden();
  await expectAccessibleLayout(page);
  await exact(page, words.writing.write).click();
  await expect(field(page, 'content')).toBeVisible();

  const heightOf = () => field(page, 'content').evaluate((area) => area.clientHeight);
  const least = await heightOf();
  const long = 'One line\n'.repeat(60);
  await field(page, 'content').fill(long);
  expect(await heightOf()).toBeGreaterThan(least * 3);
  expect(await field(page, 'content').evaluate((area) => area.scrollHeight - area.clientHeight)).toBeLessThanOrEqual(1);

  dialogs.say('no');
  await exact(page, words.writing.back).click();
  expect(dialogs.asked()).toEqual([dashboard.form.leaveQuestion]);
  await expect(field(page, 'content')).toHaveValue(long);
  dialogs.say('yes');
  await exact(page, words.writing.back).click();
  await exact(page, dashboard.posts.create).waitFor();
});

/** The caret of the text, in the viewport: where a mirror of the textarea has its end. */
const caretOf = (page: Page) =>
  page.locator('#post-content').evaluate((area: HTMLTextAreaElement) => {
    const mirror = document.createElement('div');
    const style = getComputedStyle(area);
    for (const name of ['font', 'padding', 'border', 'letterSpacing', 'lineHeight', 'boxSizing'] as const)
      mirror.style[name] = style[name];
    Object.assign(mirror.style, {
      position: 'absolute',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'break-word',
      width: style.width,
    });
    mirror.textContent = area.value.slice(0, area.selectionEnd);
    const caret = mirror.appendChild(document.createElement('span'));
    caret.textContent = '|';
    document.body.append(mirror);
    const top = caret.getBoundingClientRect().top - mirror.getBoundingClientRect().top;
    mirror.remove();
    return area.getBoundingClientRect().top + top;
  });

/** A phone with its keyboard up and without it, and a small window. */
const WINDOWS = [
  { width: 375, height: 420 },
  { width: 375, height: 740 },
  { width: 1024, height: 600 },
];

test('the caret stays in view and under no bar while typing', async () => {
  const { page } = await openPost({ title: 'Caret', content: 'First line\n'.repeat(40) }, { width: 375 });
  for (const { width, height } of WINDOWS) {
    await page.setViewportSize({ width, height });
    await field(page, 'content').focus();
    await page.keyboard.press('Control+End');
    for (let line = 0; line < 12; line += 1) {
      await page.keyboard.type(`Line ${line}`);
      await page.keyboard.press('Enter');
      const top = await caretOf(page);
      const covered = await page.evaluate((y) => {
        const at = document.elementFromPoint(Math.min(window.innerWidth / 2, 180), y + 8);
        return at?.id !== 'post-content';
      }, top);
      expect(top).toBeGreaterThan(0);
      expect(top).toBeLessThan(height - 20);
      expect(covered, `line ${line} at ${top} of ${width} by ${height}`).toBe(false);
    }
  }
});

/** Presses Tab until the control has the focus. */
async function reach(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    const isThere = await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
    if (isThere) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}.`);
}

/** Presses Tab until the button of the post has the focus. */
async function reachAction(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}.`);
}

// On a phone: keyboard-editor.journey.ts.
test('at 1280 px the keyboard alone writes, previews, schedules and publishes a post', async () => {
  const { page } = await openAsEditor({ at: '/admin?tab=posts&post=new' });
  const title = 'By the keyboard';
  await expect(field(page, 'title')).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Words by the keyboard.');
  await reach(page, '.writing-bar__modes button:last-child');
  await page.keyboard.press('Enter');
  await expect(preview(page).locator('.prose')).toContainText('Words by the keyboard.');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(field(page, 'content')).toBeVisible();

  await reachAction(page, publishing.actions.schedule);
  await page.keyboard.press('Enter');
  await reach(page, '.dialog input[type=datetime-local]');
  await page.keyboard.type('020120991200PM');
  await reach(page, '.confirm-publishing__buttons .button--primary');
  await page.keyboard.press('Enter');
  await expect(page.locator('.item-form')).toHaveCount(0);

  await edit(page, title);
  await reachAction(page, publishing.actions.publishNow);
  await page.keyboard.press('Enter');
  await reach(page, '.confirm-publishing__buttons .button--primary');
  await page.keyboard.press('Enter');
  await expect(page.locator('.item-form')).toHaveCount(0);
  const { data } = await journey.app.service
    .from('blog_posts')
    .select('slug')
    .eq('title', title)
    .single()
    .throwOnError();
  expect((await fetch(`${journey.app.url}/blog/${data.slug}`)).status).toBe(200);
});
