import type { Page } from 'playwright';
import { test } from 'vitest';
import { pdf } from '#site/content/pdf.ts';
import { visual } from '#site/content/visual.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { bodyOf, button, setUpPostEditor } from '../support/post-editor.ts';

const { journey, openAsEditor, insert, readPost } = setUpPostEditor();
const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(240_000, ' '), Buffer.from('\n%%EOF\n')]);
const file = { name: 'Port_Tariff-2026.pdf', mimeType: 'application/pdf', buffer: bytes };
const dialog = (page: Page) => page.getByRole('dialog', { name: pdf.title });

test('a PDF is linked in the text with its size, from a phone too, and readers open it', async () => {
  const id = await insert({ title: 'Tariffs', content: '<p>See</p>', status: 'draft' });
  const at = `/admin?tab=posts&post=${id}`;
  const { page } = await openAsEditor({ editor: 'visual', width: 390, reducedMotion: true, at });
  await bodyOf(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' ');
  await page.getByRole('button', { name: pdf.add, exact: true }).click();
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ ...file, buffer: Buffer.from('<html>') });
  await expect(dialog(page).getByText(pdf.errors['not-a-pdf'])).toBeVisible();
  await dialog(page).locator('input[type=file]').setInputFiles(file);
  await expect(dialog(page).getByText(pdf.errors['not-a-pdf'])).toHaveCount(0);
  await expect(dialog(page).getByLabel(pdf.words.label)).toHaveValue('Port Tariff 2026');
  await expectAccessibleLayout(page);
  await dialog(page).getByRole('button', { name: pdf.upload }).click();
  await expect(bodyOf(page).getByRole('link')).toHaveText('Port Tariff 2026 (PDF, 240 kB)');
  await page.keyboard.type(' and more');
  await expect
    .poll(async () => (await readPost(id)).content)
    .toMatch(
      /^<p>See <a href="\/storage\/v1\/object\/public\/media\/port-tariff-2026-[0-9a-f]{8}\.pdf">Port Tariff 2026 \(PDF, 240 kB\)<\/a> and more<\/p>$/,
    );
  const [, href = ''] = /href="([^"]+)"/.exec((await readPost(id)).content) ?? [];
  const answer = await fetch(new URL(href, journey.app.url));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});

test('a dropped PDF opens the dialog, and one that is there already is chosen or deleted', async () => {
  await journey.app.service.storage
    .from('media')
    .upload('old-form-0a1b2c3d.pdf', bytes, { contentType: 'application/pdf' });
  const id = await insert({ title: 'Dropped', content: '<p>See</p>', status: 'draft' });
  const { page, dialogs } = await openAsEditor({ editor: 'visual', at: `/admin?tab=posts&post=${id}` });
  await bodyOf(page).evaluate((body) => {
    const data = new DataTransfer();
    data.items.add(new File(['%PDF-1.4 %%EOF'], 'Circular.pdf', { type: 'application/pdf' }));
    const { left, top } = body.getBoundingClientRect();
    const at = { clientX: left + 20, clientY: top + 20 };
    body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true, ...at }));
  });
  await expect(dialog(page).getByLabel(pdf.words.label)).toHaveValue('Circular');
  await dialog(page).getByRole('tab', { name: pdf.tabs.library }).click();
  await dialog(page)
    .getByRole('radio', { name: /^old-form-0a1b2c3d/ })
    .check();
  await expect(dialog(page).getByLabel(pdf.words.label)).toHaveValue('old form');
  await expectAccessibleLayout(page);
  await dialog(page).getByRole('button', { name: pdf.use }).click();
  await expect(bodyOf(page).getByRole('link')).toHaveText('old form (PDF, 240 kB)');

  await page.getByRole('button', { name: pdf.add, exact: true }).click();
  await dialog(page).getByRole('tab', { name: pdf.tabs.library }).click();
  await dialog(page)
    .getByRole('radio', { name: /^old-form-0a1b2c3d/ })
    .check();
  dialogs.say('yes');
  await dialog(page).getByRole('button', { name: pdf.library.remove }).click();
  await expect(dialog(page).getByRole('radio', { name: /^old-form-0a1b2c3d/ })).toHaveCount(0);
  // The library of pictures has no files that are none.
  await dialog(page).getByRole('button', { name: pdf.close }).click();
  await button(page, visual.picture.add).click();
  await expect(page.getByRole('dialog')).not.toContainText('.pdf');
});
