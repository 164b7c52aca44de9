import type { Page } from 'playwright';
import { test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { findInText } from '#site/content/editor.ts';
import { postLinks } from '#site/content/post-links.ts';
import { visual } from '#site/content/visual.ts';
import { expectAccessibleLayout, findViolations } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { pasteInto } from '../support/paste-into.ts';
import { button, setUpPostEditor, bodyOf } from '../support/post-editor.ts';

const { openAsEditor, insert } = setUpPostEditor();
const words = postLinks.dialog;

const address = (page: Page) => page.getByRole('combobox', { name: words.address });
const find = (page: Page) => page.getByRole('search', { name: findInText.bar });

async function newPost(content: string) {
  const visit = await openAsEditor({ editor: 'visual' });
  await button(visit.page, dashboard.posts.create).click();
  await bodyOf(visit.page).click();
  await visit.page.keyboard.type(content);
  return visit;
}

/** Empties the text in the visual editor, and types this. */
async function restart(page: Page, content: string): Promise<void> {
  await button(page, visual.modes.visual).click();
  await bodyOf(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.type(content);
}

/** Selects the last `length` characters. */
async function selectLast(page: Page, length: number): Promise<void> {
  for (let n = 0; n < length; n += 1) await page.keyboard.press('Shift+ArrowLeft');
}

async function html(page: Page): Promise<string> {
  await button(page, visual.modes.html).click();
  return page.locator('[name=content]').inputValue();
}

test('selected words are linked by the keyboard to a page, a post or an address that is found, typed or pasted', async () => {
  await insert({ title: 'Customs compliance for importers', slug: 'customs-post', status: 'published' });
  const { page } = await newPost('Read more');
  await selectLast(page, 4);
  await page.keyboard.press('Control+k');
  await expect(address(page)).toBeFocused();
  await page.keyboard.type('customs compl');
  // Pages of services before posts.
  await expect(page.getByRole('option').first()).toContainText('/services/customs-compliance');
  await expect(page.getByRole('option', { name: /Customs compliance for importers/ })).toBeVisible();
  // Escape closes the suggestions before the dialog.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(address(page)).toBeFocused();
  await page.keyboard.type('customs compl');
  await expect(page.getByRole('option').first()).toContainText('/services/customs-compliance');
  await page.keyboard.press('Enter');
  await expect(bodyOf(page)).toBeFocused();
  // What is typed next follows the linked words, and does not replace them.
  await page.keyboard.type(' today');
  await selectLast(page, 5);
  await pasteInto(bodyOf(page), { text: 'https://www.dgft.gov.in/' });
  await page.keyboard.type(' now');
  expect(await html(page)).toBe(
    '<p>Read <a href="/services/customs-compliance">more</a> <a href="https://www.dgft.gov.in/">today</a> now</p>',
  );

  await insert({ title: 'Zebra crossings', slug: 'zebra', status: 'published' });
  await restart(page, 'Read ');
  await page.keyboard.press('Control+k');
  await expect(address(page)).toBeFocused();
  await page.keyboard.type('zebra');
  await page.keyboard.press('Enter');
  await expect(bodyOf(page).getByRole('link', { name: 'Zebra crossings' })).toHaveAttribute('href', '/blog/zebra');
  await page.keyboard.type(' or ');
  await page.keyboard.press('Control+k');
  await page.getByLabel(words.text).fill('this');
  await address(page).fill('/blog/zebr');
  await expect(page.getByRole('option')).toHaveCount(1);
  await address(page).press('Enter');
  await expect(bodyOf(page).getByRole('link', { name: 'this' })).toHaveAttribute('href', '/blog/zebr');

  await insert({ title: 'Duty drawback in brief', slug: 'duty-drawback', status: 'published' });
  await insert({ title: 'Drawback, a draft', slug: 'drawback-draft' });
  await restart(page, 'Read more');
  await selectLast(page, 4);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: words.add });
  await expect(dialog.getByLabel(words.text)).toHaveValue('more');
  await address(page).fill('drawback duty');
  const option = page.getByRole('option', { name: /Duty drawback in brief/ });
  await expect(option).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(1);
  expect(await findViolations(page, '.dialog')).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(bodyOf(page)).toBeFocused();
  expect(await html(page)).toBe('<p>Read <a href="/blog/duty-drawback">more</a></p>');
});

test('a link is changed and removed; a wrong address is explained; Back closes the dialog with its page', async () => {
  const { page } = await newPost('Visit us');
  await selectLast(page, 2);
  await page.keyboard.press('Control+k');
  await address(page).fill('javascript:alert(1)');
  await button(page, words.apply).click();
  await expect(page.getByText(postLinks.errors.scheme)).toBeVisible();
  await expect(address(page)).toBeFocused();
  await address(page).fill('example.com');
  await page.getByLabel(words.newTab).check();
  await button(page, words.apply).click();
  await expect(bodyOf(page).getByRole('link', { name: 'us' })).toHaveAttribute('href', 'https://example.com');
  await expect(bodyOf(page)).toBeFocused();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: words.change });
  await expect(address(page)).toHaveValue('https://example.com');
  await expect(dialog.getByLabel(words.newTab)).toBeChecked();
  await dialog.getByLabel(words.text).fill('our office');
  await button(page, words.apply).click();
  await expect(bodyOf(page).getByRole('link', { name: 'our office' })).toHaveAttribute('target', '_blank');
  await expect(bodyOf(page)).toBeFocused();
  await page.keyboard.press('Control+k');
  await button(page, words.remove).click();
  expect(await html(page)).toBe('<p>Visit our office</p>');

  await button(page, visual.modes.visual).click();
  await bodyOf(page).click();
  await page.keyboard.press('Control+k');
  await address(page).waitFor();
  await page.goBack();
  await bodyOf(page).waitFor({ state: 'detached' });
});

test('words are found, counted, stepped through and replaced, all or one; whole words are told from parts, and Enter does not save the post', async () => {
  const { page } = await newPost('Duty and duty, duties and Duty.');
  await page.keyboard.press('Control+f');
  await expect(find(page).getByLabel(findInText.find, { exact: true })).toBeFocused();
  await page.keyboard.type('duty');
  await expect(find(page)).toContainText('3 matches');
  await expect(bodyOf(page).locator('.ProseMirror-search-match')).toHaveCount(3);
  await page.keyboard.press('Enter');
  await expect(find(page)).toContainText('1 of 3');
  await page.keyboard.press('Enter');
  await expect(find(page)).toContainText('2 of 3');
  await page.keyboard.press('Shift+Enter');
  await expect(find(page)).toContainText('1 of 3');
  await expectAccessibleLayout(page);
  await find(page).getByLabel(findInText.matchCase).check();
  await find(page).getByLabel(findInText.find, { exact: true }).fill('Duty');
  await expect(find(page)).toContainText('of 2');
  await find(page).getByLabel(findInText.replace).fill('Tax');
  await button(page, findInText.replaceAll).click();
  await expect(find(page)).toContainText('2 matches replaced');
  await expect(bodyOf(page)).toHaveText('Tax and duty, duties and Tax.');
  await find(page).getByLabel(findInText.find, { exact: true }).focus();
  await page.keyboard.press('Escape');
  await expect(find(page)).toHaveCount(0);
  await expect(bodyOf(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(bodyOf(page)).toHaveText('Duty and duty, duties and Duty.');

  await restart(page, '10, 100, 210 and a10; न, नि and न. a_b b');
  await page.keyboard.press('Control+f');
  await find(page).getByLabel(findInText.wholeWord).check();
  for (const [word, matches] of [
    ['10', '1 match'],
    ['न', '2 matches'],
    ['b', '1 match'],
    [';', '1 match'],
  ] as const) {
    await find(page).getByLabel(findInText.find, { exact: true }).fill(word);
    await expect(find(page).getByRole('status')).toHaveText(matches);
  }
  await find(page).getByLabel(findInText.wholeWord).uncheck();

  await restart(page, 'port export port');
  await page.keyboard.press('Control+f');
  await find(page).getByLabel(findInText.matchCase).uncheck();
  await find(page).getByLabel(findInText.find, { exact: true }).fill('port');
  await expect(find(page)).toContainText('3 matches');
  await find(page).getByLabel(findInText.wholeWord).check();
  await expect(find(page)).toContainText('2 matches');
  await find(page).getByLabel(findInText.replace).fill('harbour');
  await page.keyboard.press('Enter');
  await find(page).getByRole('button', { name: findInText.replaceOne, exact: true }).click();
  await expect(bodyOf(page)).toContainText('harbour');
  await expect(bodyOf(page).locator('[class*=search-match]')).toHaveCount(1);
  await expect(page.locator('[name=title]')).toBeVisible();
  await find(page).getByLabel(findInText.find, { exact: true }).fill('nowhere');
  await expect(find(page)).toContainText(findInText.none);
});
