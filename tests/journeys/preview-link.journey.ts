import { test } from 'vitest';
import { editor as words } from '#site/content/editor.ts';
import { previewLink } from '#site/content/preview-link.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { failedResource } from '../support/journey.ts';
import { expect } from '../support/page-expect.ts';
import { button, setUpPostEditor } from '../support/post-editor.ts';
import { expectToast } from '../support/toasts.ts';

const { journey, openAsEditor, insert } = setUpPostEditor();

test('a draft is shown to a person without an account, on phones too, until its link is ended', async () => {
  const title = 'Not yet public';
  const id = await insert({ title, content: '<p>The words of the draft.</p>', status: 'draft' });
  const { page } = await openAsEditor({ width: 390, reducedMotion: true, at: `/admin?tab=posts&post=${id}` });
  await button(page, words.settings.heading).click();
  await page.getByText(previewLink.heading, { exact: true }).click();
  await page.getByRole('button', { name: previewLink.make, exact: true }).click();
  const field = page.getByLabel(previewLink.label);
  await expect(field).toHaveValue(/\/preview\?token=[0-9a-f]{64}$/);
  await page.getByRole('button', { name: previewLink.copy, exact: true }).click();
  await expectAccessibleLayout(page);

  const reader = await journey.visit({ width: 390, reducedMotion: true });
  reader.expectConsoleError(failedResource(404));
  await reader.page.goto(await field.inputValue());
  await expect(reader.page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(reader.page.getByText('The words of the draft.')).toBeVisible();
  await expect(reader.page.getByRole('status').first()).toContainText('This is a draft, which is not published.');
  await expectAccessibleLayout(reader.page);

  await page.getByRole('button', { name: previewLink.end }).click();
  await expectToast(page, DASHBOARD_MESSAGES.previewEnded);
  await reader.page.reload();
  await expect(reader.page.getByRole('heading', { level: 1 })).toHaveText(previewLink.page.ended.heading);
  await expectAccessibleLayout(reader.page);
});

test('the link of a published post shows its pending draft', async () => {
  const id = await insert({ title: 'Long public', content: '<p>Published words.</p>', status: 'published' });
  const { page } = await openAsEditor({ at: `/admin?tab=posts&post=${id}` });
  await page.getByText(previewLink.heading, { exact: true }).click();
  await page.getByRole('button', { name: previewLink.make, exact: true }).click();
  const address = await page.getByLabel(previewLink.label).inputValue();
  const reader = await journey.visit();
  await reader.page.goto(address);
  await expect(reader.page).toHaveURL(/\/blog\/s-/);
  await page.locator('[name=content]').fill('<p>Words that are not public yet.</p>');
  await expect.poll(async () => (await journey.app.query('select from public.post_drafts')).length).toBeGreaterThan(0);
  await reader.page.goto(address);
  await expect(reader.page.getByText('Words that are not public yet.')).toBeVisible();
  await expect(reader.page.getByRole('status').first()).toContainText('These changes of a post are not published.');
  expect(await (await fetch(new URL('/blog', journey.app.url))).text()).not.toContain('not public yet');
});
