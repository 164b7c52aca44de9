import type { Page } from 'playwright';
import sharp from 'sharp';
import { test } from 'vitest';
import { editor as words } from '#site/content/editor.ts';
import { media } from '#site/content/media.ts';
import { visual } from '#site/content/visual.ts';
import { MESSAGES } from '#site/messages.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { holdWrites } from '../support/hold-requests.ts';
import { expect } from '../support/page-expect.ts';
import { button, edit, preview, save, setUpPostEditor, bodyOf } from '../support/post-editor.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';

const { journey, openAsEditor, insert, readPost } = setUpPostEditor();

const mode = (page: Page, name: 'visual' | 'html') =>
  page.getByRole('button', { name: visual.modes[name], exact: true });
const state = (page: Page) => page.locator('.item-form__state');
const SAVED = /^Saved \d/;
const tool = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });

async function openNew() {
  const visit = await openAsEditor({ editor: 'visual' });
  await button(visit.page, 'New Post').click();
  await visit.page.locator('[name=title]').fill('Written in what is seen');
  await bodyOf(visit.page).click();
  return visit;
}

/** Empties the text, and shows it in the visual editor. */
async function clear(page: Page): Promise<void> {
  await page.locator('[name=content]').fill('');
  await mode(page, 'visual').click();
  await bodyOf(page).click();
}

async function expectHtml(page: Page, lines: readonly string[]): Promise<void> {
  await mode(page, 'html').click();
  await expect(page.locator('[name=content]')).toHaveValue(lines.join('\n'));
}

async function chooseFrom(page: Page, menu: string, item: string): Promise<void> {
  await tool(page, menu).click();
  await page.getByRole('menu').getByRole('menuitem', { name: item, exact: true }).click();
}

test('the keyboard alone writes every kind of block and a table, and returns from buttons and menus; the view is remembered', async () => {
  const { page } = await openNew();
  const keys = page.keyboard;
  await keys.type('## Duty\nPay **now** and ');
  await keys.press('Control+i');
  await keys.type('later');
  await keys.press('Control+i');
  await keys.type(', a<b.\n- one\ntwo\n');
  await keys.press('Tab');
  await keys.type('inner\n');
  await keys.press('Shift+Tab');
  await keys.type('three\n\n');
  await keys.type('> said\n\n```code\nmore');
  await keys.press('Control+Enter');
  await keys.type('end');
  await keys.press('Alt+ArrowUp');
  await button(page, words.writing.preview).click();
  await expect(preview(page).locator('.prose > h2')).toHaveText('Duty');
  await button(page, words.writing.write).click();
  await expectAccessibleLayout(page);
  await expectHtml(page, [
    '<h2>Duty</h2>',
    '<p>Pay <strong>now</strong> and <em>later</em>, a&lt;b.</p>',
    '<ul>',
    '  <li>one</li>',
    '  <li>two<ul>',
    '      <li>inner</li>',
    '    </ul>',
    '  </li>',
    '  <li>three</li>',
    '</ul>',
    '<blockquote>',
    '  <p>said</p>',
    '</blockquote>',
    '<p>end</p>',
    '<pre>code',
    'more</pre>',
  ]);

  await clear(page);
  await chooseFrom(page, visual.table, visual.actions.table);
  for (const cell of ['Code', 'Goods', 'Duty', '0901', 'Coffee', '100 %', '1006', 'Rice', '0 %']) {
    await keys.type(cell);
    await keys.press('Tab');
  }
  await keys.type('new row');
  await chooseFrom(page, visual.table, visual.actions.deleteColumn);
  await expect(bodyOf(page).locator('tr')).toHaveCount(4);
  await expect(bodyOf(page).locator('thead th, .row--thead th')).toHaveText(['Goods', 'Duty']);
  await expectAccessibleLayout(page);
  await page.keyboard.press('Control+z');
  await chooseFrom(page, visual.table, visual.actions.toggleHead);
  await expectHtml(page, [
    '<table>',
    '  <tbody>',
    '    <tr><td>Code</td><td>Goods</td><td>Duty</td></tr>',
    '    <tr><td>0901</td><td>Coffee</td><td>100 %</td></tr>',
    '    <tr><td>1006</td><td>Rice</td><td>0 %</td></tr>',
    '    <tr><td>new row</td><td></td><td></td></tr>',
    '  </tbody>',
    '</table>',
  ]);

  await clear(page);
  await page.keyboard.press('Alt+F10');
  await page.keyboard.press('ArrowRight');
  await expect(tool(page, visual.actions.bold)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bodyOf(page)).toBeFocused();
  await tool(page, visual.more).click();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(tool(page, visual.more)).toBeFocused();

  await bodyOf(page).click();
  await page.keyboard.type('```one\n\nafter\n```two');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('end');
  await expect(bodyOf(page).locator('pre')).toHaveText(['one', 'two']);
  await expectHtml(page, ['<pre>one</pre>', '<p>after</p>', '<pre>two</pre>', '<p>end</p>']);
  await page.reload();
  await expect(page.locator('textarea[name=content]')).toHaveAttribute('rows', '10');
  await expect(mode(page, 'html')).toHaveAttribute('aria-pressed', 'true');
});

test('Ctrl+End after a table with a caption goes where typing is kept; opening a post changes nothing, and an edit that is undone gives the source again; a picture is moved by the mouse, and nothing moves under it', async () => {
  const table = '<table><caption>Rates</caption><tbody><tr><td>a</td></tr></tbody></table>';
  await insert({ title: 'Ends with a table', content: `<p>One</p>${table}` });
  await insert({ title: 'Ends with a line', content: `<p>One</p><hr>` });
  const { page } = await openAsEditor({ editor: 'visual' });
  for (const [title, html] of [
    ['Ends with a table', table.replace('>a<', '>ab<')],
    ['Ends with a line', '<hr><p>b</p>'],
  ] as const) {
    await edit(page, title);
    await bodyOf(page).getByText('One').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('b');
    await expect
      .poll(async () => (await page.locator('[name=content]').inputValue()).replace(/>\s+</g, '><'))
      .toBe(`<p>One</p>${html}`);
    await save(page);
    await expect(page.locator('.item-form')).toHaveCount(0);
  }

  await dismissToasts(page);
  const source = '<h2>One</h2><p>line <i>of</i> <em><b>old</b></em> text</p>';
  const id = await insert({ title: 'An old post of one line', content: source });
  await edit(page, 'An old post of one line');
  await expect(bodyOf(page).locator('h2')).toHaveText('One');
  await expect(state(page)).toHaveText(SAVED);
  await mode(page, 'html').click();
  await expect(page.locator('[name=content]')).toHaveValue(source.replace('</h2>', '</h2>\n'));
  await expect(state(page)).toHaveText(SAVED);
  await expectAccessibleLayout(page);
  await mode(page, 'visual').click();
  await bodyOf(page).locator('h2').click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await expect(state(page)).not.toHaveText(SAVED);
  await page.keyboard.press('Control+z');
  await expect(state(page)).toHaveText(SAVED);
  await page.keyboard.press('Control+y');
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  expect((await readPost(id)).content).toBe('<h2>One!</h2>\n<p>line <i>of</i> <em><b>old</b></em> text</p>');

  const figure = '<figure><img src="/favicon.svg" alt="Star" width="60" height="60"></figure>';
  await insert({ title: 'Moved by mouse', content: `<p>One</p>${figure}<p>Two</p><p>Three</p>` });
  await edit(page, 'Moved by mouse');
  const picture = bodyOf(page).getByRole('img', { name: 'Star' });
  const before = await picture.boundingBox();
  await picture.click();
  await expect(page.getByLabel(visual.picture.alt)).toHaveValue('Star');
  expect(await picture.boundingBox()).toEqual(before);
  await picture.dragTo(bodyOf(page).getByText('Three'), { targetPosition: { x: 5, y: 2 } });
  await expectHtml(page, ['<p>One</p>', '<p>Two</p>', figure, '<p>Three</p>']);
});

const photo = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer(),
});

async function dropFiles(page: Page, pictures: Awaited<ReturnType<typeof photo>>[]): Promise<void> {
  const files = pictures.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, bytes: [...buffer] }));
  await bodyOf(page).evaluate((area, given) => {
    const dataTransfer = new DataTransfer();
    for (const { name, type, bytes } of given)
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
    const { left, top } = area.getBoundingClientRect();
    const at = { clientX: left + 60, clientY: top + 40 };
    area.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, ...at }));
  }, files);
}

test('two dropped pictures are two figures, with description, caption and a place', async () => {
  const { page } = await openNew();
  await page.keyboard.type('First');
  const dialog = page.getByRole('dialog');
  await dropFiles(page, [await photo('red.png', 'red'), await photo('blue.png', 'blue')]);
  for (const name of ['red', 'blue']) {
    await expect(dialog.locator('.file-choice__chosen')).toContainText(`${name}.png`);
    await dialog.getByLabel(media.alt.label).fill(name);
    await dialog.getByRole('button', { name: media.upload }).click();
  }
  await expect(dialog).toHaveCount(0);
  for (const name of ['red', 'blue']) await expect(bodyOf(page).locator(`figure img[alt="${name}"]`)).toBeVisible();
  await bodyOf(page).locator('img[alt=blue]').click();
  await page.getByLabel(visual.picture.alt).fill('A blue "sea" & sky');
  await button(page, visual.picture.caption).click();
  await page.keyboard.type('The sea');
  await expectAccessibleLayout(page);
  await bodyOf(page).locator('img[alt^="A blue"]').click();
  await page.keyboard.press('Alt+ArrowUp');
  await bodyOf(page).locator('img[alt=red]').click();
  await page.keyboard.press('Enter');
  await page.keyboard.type('After');
  await mode(page, 'html').click();
  const html = await page.locator('[name=content]').inputValue();
  expect(html.replaceAll(/src="[^"]*"/g, 'src=""')).toBe(
    [
      '<p>First</p>',
      '<figure><img src="" alt="A blue &quot;sea&quot; &amp; sky" width="60" height="40"><figcaption>The sea</figcaption>\n</figure>',
      '<figure><img src="" alt="red" width="60" height="40"></figure>',
      '<p>After</p>',
    ].join('\n'),
  );
});

/** Where the caret, or the selected picture, is in the window. */
const selectionBox = (page: Page) =>
  page.evaluate(() => {
    const picture = document.querySelector('.visual-editor .ProseMirror-selectednode');
    const at = getSelection()?.focusNode;
    const element = picture ?? (at instanceof Element ? at : at?.parentElement);
    const { top, bottom } = element!.getBoundingClientRect();
    return { top, bottom };
  });

test.each([375, 1280])('at %d px the caret and an inserted picture stay between the bars', async (width) => {
  const { page } = await openAsEditor({ editor: 'visual', width, at: '/admin?tab=posts&post=new' });
  await bodyOf(page).click();
  const edgeOf = (selector: string, edge: 'top' | 'bottom') =>
    page.locator(selector).evaluate((bar, side) => bar.getBoundingClientRect()[side], edge);
  for (let line = 0; line < 30; line += 1) {
    await page.keyboard.press('Enter');
    const { bottom } = await selectionBox(page);
    expect(bottom, `line ${line}`).toBeLessThanOrEqual(await edgeOf('.item-form__bar', 'top'));
  }
  await dropFiles(page, [await photo('red.png', 'red')]);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(media.alt.label).fill('red');
  await dialog.getByRole('button', { name: media.upload }).click();
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(async () => (await selectionBox(page)).bottom)
    .toBeLessThanOrEqual(await edgeOf('.picture-panel', 'top'));
  expect((await selectionBox(page)).top).toBeGreaterThanOrEqual(await edgeOf('.visual-editor__bar', 'bottom'));
});

test('what the page cannot show is named, and such a post opens as HTML; undo goes back beyond a save while the form stays open', async () => {
  const { page } = await openAsEditor({ editor: 'visual' });
  const id = await insert({ title: 'Saved meanwhile', content: '<p>Start</p>' });
  await edit(page, 'Saved meanwhile');
  await bodyOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' middle');
  const release = await holdWrites(page, '**/rest/v1/blog_posts*');
  await save(page);
  await bodyOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' end');
  release();
  await expectToast(page, MESSAGES.postUpdated);
  expect((await readPost(id)).content).toBe('<p>Start middle</p>');
  await expect(bodyOf(page)).toHaveText('Start middle end');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+z');
  await expect(bodyOf(page)).toHaveText('Start');
  await page.goto('/admin');

  await insert({ title: 'With a film', content: '<p class="x">a</p><iframe src="https://a.example"></iframe>' });
  await edit(page, 'With a film');
  const area = page.locator('[name=content]');
  await expect(area).toHaveValue(/<iframe/);
  await expect(page.getByText(visual.unkept.dropped('iframe'))).toBeVisible();
  await expect(page.getByText(visual.dropped('iframe, class='))).toBeVisible();
  await expectAccessibleLayout(page);
  await area.fill('Name <name@firm.example>');
  await expect(page.locator('.content-field__dropped')).toHaveCount(0);
  await button(page, words.writing.preview).click();
  await expect(preview(page).locator('.prose')).toHaveText('Name <name@firm.example>');
  await button(page, words.writing.write).click();
  await mode(page, 'visual').click();
  await expect(bodyOf(page)).toHaveText('Name <name@firm.example>');
});

test('text with a < that begins no element is whole on the public page, in its description and in the list', async () => {
  const content = 'value<limit and a<b then fine. Name <name@firm.example>';
  await insert({ title: 'Less than', slug: 'less-than', content, status: 'published' });
  const { page } = await journey.visit();
  await page.goto('/blog/less-than');
  await expect(page.locator('.prose')).toHaveText(content);
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', new RegExp(`^${content}`));
  await page.goto('/blog');
  await expect(page.locator('.post-card__excerpt', { hasText: content })).toHaveCount(1);
});
