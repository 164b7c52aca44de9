import { expect, test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { visual } from '#site/content/visual.ts';
import type { Page } from 'playwright';
import { button, edit, setUpPostEditor } from '../support/post-editor.ts';

const editors = setUpPostEditor();

const text = (page: Page) => page.getByRole('textbox', { name: dashboard.posts.fields.content });
const toHtml = (page: Page) => button(page, visual.modes.html).click();
const html = (page: Page) => page.locator('[name=content]').inputValue();

async function newPost() {
  const visit = await editors.openAsEditor({ editor: 'visual' });
  await button(visit.page, dashboard.posts.create).click();
  await text(visit.page).click();
  return visit;
}

test('shortcuts and keys write headings, emphasis, lists, quotes and code', async () => {
  const { page } = await newPost();
  const keys = page.keyboard;
  await keys.type('## Duty\nPay **now** and ');
  await keys.press('Control+i');
  await keys.type('later');
  await keys.press('Control+i');
  await keys.type('.\n- one\ntwo');
  await keys.press('Enter');
  await keys.press('Tab');
  await keys.type('inner');
  await keys.press('Enter');
  await keys.press('Shift+Tab');
  await keys.type('three\n\n');
  await keys.type('> said\n\n```code a<b\nmore');
  await page.screenshot({ path: '/tmp/visual-1.png' });
  await toHtml(page);
  console.log(await html(page));
  await page.screenshot({ path: '/tmp/visual-2.png', fullPage: true });
});
