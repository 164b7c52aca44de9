import { test } from 'vitest';
import { differences } from '#site/content/differences.ts';
import { editor as words } from '#site/content/editor.ts';
import { button, edit, setUpPostEditor } from '../support/post-editor.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';

const { journey, openAsEditor, insert } = setUpPostEditor();

test('the list of versions says what each version changed, and the difference shows words', async () => {
  const id = await insert({ title: 'Three versions', content: '<h2>Scope</h2><p>One two three</p>' });
  const update = (post: { title?: string; content?: string }) =>
    journey.app.service.from('blog_posts').update(post).eq('id', id).throwOnError();
  await update({ content: '<p>Scope</p><p>One 2 three four</p>' });
  await update({ title: 'Four versions', content: '<p>Scope</p><p>One 2 <b>three</b> four</p>' });
  const { page } = await openAsEditor();
  await edit(page, 'Four versions');
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
});

test('versions beyond the first twenty are compared when asked for', async () => {
  const id = await insert({ title: 'Many versions', content: 'Version 0' });
  for (let n = 1; n <= 22; n += 1)
    await journey.app.service
      .from('blog_posts')
      .update({ content: `Version ${n}` })
      .eq('id', id)
      .throwOnError();
  const { page } = await openAsEditor();
  await edit(page, 'Many versions');
  await page.getByText(words.versions.heading).click();
  const versions = page.locator('.versions-panel__list button');
  await expect(versions.nth(19)).toContainText('1 word added, 1 removed');
  await expect(versions.nth(20)).not.toContainText('added');
  await button(page, differences.older).click();
  await expect(versions.nth(20)).toContainText('1 word added, 1 removed');
  await expect(versions.nth(22)).toContainText(differences.summary.first);
});
