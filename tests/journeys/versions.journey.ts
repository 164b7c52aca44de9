import { test } from 'vitest';
import { differences } from '#site/content/differences.ts';
import { editor as words } from '#site/content/editor.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { button, setUpPostEditor } from '../support/post-editor.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { expectToast } from '../support/toasts.ts';

const { journey, openAsEditor, insert, readPost } = setUpPostEditor();

test('the list of versions says what each version changed, and the difference shows words; versions beyond the first twenty are compared when asked for', async () => {
  const id = await insert({ title: 'Three versions', content: '<h2>Scope</h2><p>One two three</p>' });
  const update = (post: { title?: string; content?: string }) =>
    journey.app.service.from('blog_posts').update(post).eq('id', id).throwOnError();
  await update({ content: '<p>Scope</p><p>One 2 three four</p>' });
  await update({ title: 'Four versions', content: '<p>Scope</p><p>One 2 <b>three</b> four</p>' });
  const { page } = await openAsEditor({ at: `/admin?tab=posts&post=${id}` });
  await page.getByText(words.versions.heading).click();
  const versions = page.locator('.versions-panel__list button');
  await expect(versions.nth(0)).toContainText('Title; text: formatting changed');
  await expect(versions.nth(1)).toContainText('Text: 2 words added, 1 removed, formatting changed');
  await expect(versions.nth(1)).toContainText(words.versions.operator);
  await expect(versions.nth(2)).toContainText(differences.summary.first);
  await versions.nth(2).click();
  const difference = page.locator('.difference');
  await expect(difference.getByText('added: four', { exact: true })).toBeVisible();
  await expect(difference).toContainText('“Scope” changed from a heading of level 2 to a paragraph');
  await expect(difference).toContainText('Bold added to “three”');
  await expect(difference).not.toContainText('<');
  await expectAccessibleLayout(page);

  const many = await insert({ title: 'Many versions', content: 'Version 0' });
  for (let n = 1; n <= 22; n += 1)
    await journey.app.service
      .from('blog_posts')
      .update({ content: `Version ${n}` })
      .eq('id', many)
      .throwOnError();
  await page.goto(`/admin?tab=posts&post=${many}`);
  await page.getByText(words.versions.heading).click();
  await expect(versions.nth(19)).toContainText('1 word added, 1 removed');
  await expect(versions.nth(20)).not.toContainText('added');
  await button(page, differences.older).click();
  await expect(versions.nth(20)).toContainText('1 word added, 1 removed');
  await expect(versions.nth(22)).toContainText(differences.summary.first);
});

// At 1280 px: editor-safety.journey.ts.
test.each([390, 1920])('at %i px a version is compared and restored with the mouse', async (width) => {
  const id = await insert({ title: `Mouse at ${width}`, content: '<p>The first words of the post.</p>' });
  const content = '<p>The second words of the post, with more to read.</p>';
  await journey.app.service.from('blog_posts').update({ content }).eq('id', id).throwOnError();
  const { page } = await openAsEditor({ width, reducedMotion: true, at: `/admin?tab=posts&post=${id}` });
  if (width < 1024) await button(page, words.settings.heading).click();
  await page.getByText(words.versions.heading).click();
  await page.getByRole('button', { name: differences.summary.first }).click();
  const comparison = page.getByRole('dialog', { name: words.versions.dialog });
  const removed = comparison.locator('del', { hasText: 'first' });
  await expect(removed).toBeInViewport({ ratio: 1 });
  expect((await comparison.locator('.difference').boundingBox())?.width).toBeGreaterThan(Math.min(300, width - 100));
  if (width === 390) await expectAccessibleLayout(page);
  await comparison.getByRole('button', { name: words.versions.restore }).click();
  await expectToast(page, DASHBOARD_MESSAGES.versionRestored);
  expect((await readPost(id)).content).toContain('first words');
});
