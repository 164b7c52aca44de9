import type { Page } from 'playwright';
import sharp from 'sharp';
import { test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { media } from '#site/content/media.ts';
import { paste as words } from '#site/content/paste.ts';
import { visual } from '#site/content/visual.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { failedResource } from '../support/journey.ts';
import { pasteInto, readClipboardSample } from '../support/paste-into.ts';
import { bodyOf, button, edit, save, setUpPostEditor } from '../support/post-editor.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
const { journey, openAsEditor } = setUpPostEditor();

const TITLE = 'With a picture of a paste';
const notice = (page: Page) => page.getByRole('status', { name: words.notice });

async function newPost() {
  const visit = await openAsEditor({ editor: 'visual' });
  // Pictures of the samples.
  await visit.page.route(/^https:\/\//, (route) => route.fulfill({ contentType: 'image/svg+xml', body: SVG }));
  await button(visit.page, dashboard.posts.create).click();
  await bodyOf(visit.page).click();
  return visit;
}

async function html(page: Page): Promise<string> {
  await button(page, visual.modes.html).click();
  const value = await page.locator('[name=content]').inputValue();
  return value.replace(/>\s+</g, '><').trim();
}

const expected = async (name: string) =>
  (await readClipboardSample(name))
    .replace(/^<!--.*-->\n/, '')
    .replace(/>\s+</g, '><')
    .trim();

async function pictureUrl(): Promise<string> {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#d9822b' } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** Empties the text, and shows it in the visual editor. */
async function clear(page: Page): Promise<void> {
  await page.locator('[name=content]').fill('');
  await button(page, visual.modes.visual).click();
  await bodyOf(page).click();
}

test('pastes of Word, Google Docs, a web page and Excel keep their structure, run nothing, and upload their pictures, also after an error', async () => {
  const { page, expectConsoleError } = await newPost();
  for (const name of ['word-desktop', 'word-online', 'google-docs', 'web-page', 'excel']) {
    const sample = (await readClipboardSample(`${name}.html`)).replaceAll('https://firm.example', journey.app.url);
    await pasteInto(bodyOf(page), { html: sample, text: 'plain' });
    expect(await html(page), name).toBe(await expected(`${name}.expected.html`));
    await clear(page);
  }
  await pasteInto(bodyOf(page), {
    html: '<p data-pm-slice="1 1 []"><a href="javascript:alert(1)">a</a><img src="x" onerror="alert(1)"></p><script>alert(1)</script>',
    text: 'a',
  });
  await expect(bodyOf(page)).toContainText('a');
  expect(await html(page)).not.toMatch(/javascript:|onerror|script/);

  await clear(page);
  await page.keyboard.type('Before');
  const image = `<img src="${await pictureUrl()}" alt="A crate">`;
  await pasteInto(bodyOf(page), { html: `<p style="color:red">Red</p><p>${image}</p><p>${image}</p>`, text: 'Red' });
  await expect(bodyOf(page).getByRole('img', { name: 'A crate' })).toHaveCount(2);
  await button(page, words.undo).click();
  await expect(bodyOf(page)).toHaveText('Before');
  await expect(bodyOf(page).getByRole('img', { name: 'A crate' })).toHaveCount(0);

  await page.keyboard.press('Control+a');
  await pasteInto(bodyOf(page), { html: `<p>Before</p><p>${image}</p><p>After</p>`, text: 'Before After' });
  await expect(bodyOf(page).getByRole('img', { name: 'A crate' })).toBeVisible();
  expect(await html(page)).toMatch(
    /^<p>Before<\/p><p><img src="\/storage\/v1\/object\/public\/media\/[^"]+" alt="A crate" width="40" height="30"><\/p><p>After<\/p>$/,
  );

  await clear(page);
  expectConsoleError(failedResource('net'));
  expectConsoleError(/^Failed to upload pasted picture/);
  await page.route('**/storage/v1/**', (route) => route.abort());
  await pasteInto(bodyOf(page), { html: `<p>Before</p><p>${image}</p><p>${image}</p>`, text: 'Before' });
  await expect(bodyOf(page).getByText(media.errors.unreachable)).toHaveCount(2);
  await expect(bodyOf(page)).toContainText('Before');
  await expectAccessibleLayout(page);
  await button(page, words.picture.remove).last().click();
  await page.unroute('**/storage/v1/**');
  await button(page, words.picture.retry).click();
  await expect(bodyOf(page).getByRole('img', { name: 'A crate' })).toBeVisible();
  await expect(bodyOf(page).getByText(media.errors.unreachable)).toHaveCount(0);

  await page.locator('[name=title]').fill(TITLE);
  let release = (): void => {};
  const hold = async (): Promise<void> => {
    await page.unroute('**/storage/v1/**');
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/storage/v1/**', (route) => held.then(() => route.continue()));
    await bodyOf(page).click();
    await page.keyboard.press('Control+End');
    await pasteInto(bodyOf(page), { html: `<p style="color:red">Held</p><p>${image}</p>`, text: 'Held' });
    await expect(bodyOf(page).getByText(words.picture.started)).toBeVisible();
  };
  await hold();
  await save(page);
  await expect(page.getByText(DASHBOARD_MESSAGES.pictureNotUploaded.description).first()).toBeVisible();
  await button(page, visual.modes.html).click();
  release();
  await expect(bodyOf(page).getByRole('img', { name: 'A crate' })).toHaveCount(2);
  await hold();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  release();
  await expect(page.getByText(DASHBOARD_MESSAGES.pictureWithoutPlace.description).first()).toBeVisible();
  await expect(bodyOf(page)).toHaveText('');
  await bodyOf(page).click();
  await page.keyboard.type('Words');
  await save(page);
  await expect(page.locator('.item-form')).toHaveCount(0);

  expectConsoleError(/^Failed to save post: PostConflict/);
  const posts = journey.app.service.from('blog_posts');
  const readContent = async () =>
    (await posts.select('content').eq('title', TITLE).single().throwOnError()).data.content;
  await edit(page, TITLE);
  await bodyOf(page).click();
  await page.keyboard.type('Mine');
  await posts.update({ content: '<p>Theirs</p>' }).eq('title', TITLE).throwOnError();
  await save(page);
  await button(page, editor.conflict.mine).waitFor();
  await hold();
  await dismissToasts(page);
  await button(page, editor.conflict.mine).click();
  await expectToast(page, DASHBOARD_MESSAGES.pictureNotUploaded);
  expect(await readContent()).toBe('<p>Theirs</p>');
  release();
  await expect(bodyOf(page).getByRole('img', { name: 'A crate' })).toBeVisible();
  await button(page, editor.conflict.mine).click();
  await expect(page.locator('.item-form')).toHaveCount(0);
  expect(await readContent()).toMatch(/Mine[^]*<img /);
});

test('the notice says what a paste dropped or made of Markdown, and takes it back; the real clipboard and the editor itself are pasted as they are', async () => {
  const { page, context } = await newPost();
  await page.keyboard.type('Before');
  await pasteInto(bodyOf(page), { html: await readClipboardSample('word-desktop.html'), text: 'plain' });
  await expect(notice(page)).toContainText('1 comment');
  await expect(bodyOf(page).getByRole('heading', { name: 'Duty drawback' })).toBeVisible();
  await expect(bodyOf(page).locator('p').first()).toHaveText('Before');
  await expect(bodyOf(page).locator('p:empty, p:has(> br:only-child)')).toHaveCount(0);
  await expect(notice(page)).toContainText('1 picture that could not be read');
  await expectAccessibleLayout(page);
  await button(page, words.undo).click();
  await expect(bodyOf(page)).toHaveText('Before');
  await expect(notice(page)).toHaveText('');
  await expect(bodyOf(page)).toBeFocused();

  await pasteInto(bodyOf(page), { html: '<p style="color:red">Pasted</p>', text: 'Pasted' });
  await expect(notice(page)).toContainText('colours, fonts and sizes');
  await page.keyboard.press('Control+z');
  await expect(bodyOf(page)).toHaveText('Before');
  await pasteInto(bodyOf(page), { html: '<p style="color:red">Pasted</p>', text: 'Pasted' });
  await page.keyboard.type('!');
  await expect(notice(page)).toHaveText('');

  await pasteInto(bodyOf(page), { text: '## Duty\n\n**Bold** text' });
  await expect(bodyOf(page).getByRole('heading', { level: 2, name: 'Duty' })).toBeVisible();
  await expect(notice(page)).toContainText(words.fromMarkdown);
  await button(page, words.undo).click();
  await pasteInto(bodyOf(page), { text: 'One\nTwo * 3' });
  await expect(bodyOf(page)).toContainText('Two * 3');

  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async () => {
    const blob = (type: string, content: string) => new Blob([content], { type });
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/html': blob('text/html', '<p>A <b>bold</b> word</p>'),
        'text/plain': blob('text/plain', 'A bold word'),
      }),
    ]);
  });
  await page.keyboard.press('Control+v');
  await expect(bodyOf(page).locator('strong')).toHaveText('bold');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Shift+v');
  await expect(bodyOf(page).locator('p')).toHaveCount(2);
  await expect(bodyOf(page).locator('strong')).toHaveCount(1);

  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await pasteInto(bodyOf(page), { html: '<h2>Head</h2><ul><li>One <b>two</b></li></ul>', text: 'x' });
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+v');
  await expect(bodyOf(page).getByRole('heading', { name: 'Head' })).toHaveCount(2);
  await expect(bodyOf(page).locator('li strong')).toHaveCount(2);
  await expect(notice(page)).toHaveText('');
});
