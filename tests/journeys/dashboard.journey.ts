import type { Page } from 'playwright';
import { test } from 'vitest';
import { SESSION_KEY } from '#contract/browser-keys.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { flatItemMessages } from '#site/dashboard-messages.ts';
import { MESSAGES } from '#site/messages.ts';
import { answerDialogs } from '../support/dialogs.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { makePerson, openDashboard, sendCredentials } from '../support/people.ts';
import { failedResource } from '../support/journey.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';
import { save, setUpPostEditor } from '../support/post-editor.ts';

const { journey, editor, openAsEditor } = setUpPostEditor();
const ofCategories = flatItemMessages('category');
const ofTestimonials = flatItemMessages('testimonial');

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

/** Makes every write or every read of the data API fail. */
async function breakData(page: Page, what: 'reads' | 'writes'): Promise<void> {
  await page.route('**/rest/v1/**', (route) => {
    const isRead = route.request().method() === 'GET';
    if (isRead !== (what === 'reads')) return route.continue();
    return route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken', details: null, hint: null } });
  });
}

test('a visitor sees Loading..., is sent to /auth, and comes back signed in to the three tabs, of them Blog Posts first under the value blogs, and Sign Out', async () => {
  expect(await (await fetch(`${journey.app.url}/admin`)).text()).toContain('Loading...');
  const { page } = await journey.visit();
  await page.goto('/admin');
  await page.waitForURL('**/auth');
  await page.route('**/rest/v1/admin_users*', async (route) => {
    await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
    await route.continue();
  });
  await sendCredentials(page, editor());
  await page.waitForURL('**/admin');
  await page.getByRole('tablist').waitFor();
  const specified = (await page.getByRole('tab').allTextContents()).slice(0, 3);
  expect(specified).toEqual(['Blog Posts', 'Categories', 'Testimonials']);
  const first = page.getByRole('tab', { name: 'Blog Posts' });
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(first).toHaveAttribute('id', /blogs$/);
  await expect(page.getByRole('button', { name: 'New Post' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/auth');
});

test('a category needs a name, gets its slug from it, and is created, edited and deleted, also by the keyboard alone; so is a testimonial, a new one has five stars and is not featured', async () => {
  const { page, dialogs } = await openAsEditor();
  await openTab(page, 'Categories');
  await page.getByRole('button', { name: 'New Category' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByLabel('Slug')).toHaveValue('');
  await expect(page.getByLabel('Description')).toHaveValue('');
  await save(page);
  await expect(page.getByRole('alert')).toContainText(dashboard.categories.errors.name);
  await page.getByLabel('Name').fill('Customs & Duty -- India');
  await expect(page.locator('.slug-field__preview code')).toHaveText('customs-duty-india');
  await page.getByLabel('Description').fill('At the border.');
  await save(page);
  await expectToast(page, ofCategories.created);
  await expect(page.getByRole('button', { name: 'New Category' })).toBeFocused();
  const [row] = await journey.app.query(
    `select name, slug, description from categories where slug = 'customs-duty-india'`,
  );
  expect(row).toEqual({ name: 'Customs & Duty -- India', slug: 'customs-duty-india', description: 'At the border.' });

  await page.getByRole('button', { name: 'Edit Customs & Duty' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('At the border.');
  await page.getByLabel('Name').fill('Customs');
  await save(page);
  await expectToast(page, ofCategories.updated);

  dialogs.say('no');
  await page.getByRole('button', { name: 'Delete Customs' }).click();
  await expect.poll(dialogs.asked).toEqual([ofCategories.question]);
  await expect(page.getByRole('row', { name: 'Customs' })).toHaveCount(1);
  dialogs.say('yes');
  await page.getByRole('button', { name: 'Delete Customs' }).click();
  await expectToast(page, ofCategories.deleted);
  await expect(page.getByRole('row', { name: 'Customs' })).toHaveCount(0);

  await dismissToasts(page);
  await openTab(page, 'Blog Posts');
  await page.getByRole('tab', { name: 'Blog Posts' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Categories' })).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Blog Posts' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'New Category' }).waitFor();
  await page.keyboard.press('Tab');
  while (!(await page.getByRole('button', { name: 'New Category' }).evaluate((it) => it === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('By keys');
  await page.keyboard.press('Enter');
  await expectToast(page, ofCategories.created);
  await expect(page.getByRole('button', { name: 'New Category' })).toBeFocused();

  dialogs.asked();
  await openTab(page, 'Testimonials');
  await page.getByRole('button', { name: 'New Testimonial' }).click();
  await expect(page.getByRole('radio')).toHaveCount(5);
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked();
  await expect(page.getByLabel('Featured testimonial')).not.toBeChecked();
  await save(page);
  const { errors } = dashboard.testimonials;
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([errors.name, errors.company, errors.testimonial]);
  await page.getByLabel('Name').fill('Asha');
  await page.getByLabel('Company').fill('Rao Mills');
  await page.locator('[name=testimonial]').fill('Good, exact work.');
  await page.getByRole('radio', { name: '5 stars' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByLabel('Featured testimonial').check();
  await save(page);
  await expectToast(page, ofTestimonials.created);
  const read = () => journey.app.query('select name, company, testimonial, rating, is_featured from testimonials');
  const said = { name: 'Asha', company: 'Rao Mills', testimonial: 'Good, exact work.', rating: 4, is_featured: true };
  expect(await read()).toEqual([said]);
  await expect(page.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit Asha' }).click();
  await page.locator('.star-choice label').nth(1).click();
  await save(page);
  await expectToast(page, ofTestimonials.updated);
  expect(await read()).toEqual([{ ...said, rating: 2 }]);

  dialogs.say('no');
  await page.getByRole('button', { name: 'Delete Asha' }).click();
  expect(dialogs.asked()).toEqual([ofTestimonials.question]);
  expect(await read()).toHaveLength(1);
  dialogs.say('yes');
  await page.getByRole('button', { name: 'Delete Asha' }).click();
  await expectToast(page, ofTestimonials.deleted);
  expect(await read()).toEqual([]);
});

test('a list that cannot be read shows its toast and a retry; an answer that is cut short because the dashboard is left, as Firefox does, shows no error', async () => {
  const { page, expectConsoleError } = await openAsEditor();
  await page.getByRole('button', { name: 'New Post' }).waitFor();
  expectConsoleError(failedResource(500));
  expectConsoleError(/^Failed to fetch (posts|categories|testimonials):/);
  await breakData(page, 'reads');
  await openTab(page, 'Testimonials');
  await expectToast(page, ofTestimonials.fetchFailed);
  await openTab(page, 'Categories');
  await expectToast(page, ofCategories.fetchFailed);
  await openTab(page, 'Blog Posts');
  await expectToast(page, MESSAGES.fetchPostsFailed);
  await page.unrouteAll();
  await page.getByRole('button', { name: dashboard.retry }).click();
  await expect(page.getByText(dashboard.posts.empty)).toBeVisible();
  await expect(page.getByText(dashboard.posts.failed)).toHaveCount(0);

  await page.addInitScript(() => {
    const send = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const answer = await send(input, init);
      if (answer.url.includes('/rest/v1/blog_posts'))
        answer.text = () => Promise.reject(new DOMException('The operation was aborted. ', 'AbortError'));
      return answer;
    };
  });
  await page.reload();
  await expect(page.getByText(dashboard.posts.failed)).toBeVisible();
  await expect(page.getByText(MESSAGES.fetchPostsFailed.description ?? '', { exact: true })).toHaveCount(0);
});

test('a failed save or deletion shows its toast, and the form keeps what was typed', async () => {
  const { app } = journey;
  await app.service.from('blog_posts').insert({ title: 'Kept', slug: 'kept', content: 'c' }).throwOnError();
  await app.service.from('categories').insert({ name: 'Kept', slug: 'kept' }).throwOnError();
  await app.service.from('testimonials').insert({ name: 'Kept', company: 'c', testimonial: 't' }).throwOnError();
  const { page, expectConsoleError } = await openAsEditor();
  expectConsoleError(failedResource(500));
  expectConsoleError(/^Failed to (save|delete) (post|category|testimonial):/);
  await breakData(page, 'writes');
  const kinds = [
    ['Blog Posts', '[name=title]', MESSAGES.savePostFailed, MESSAGES.deletePostFailed],
    ['Categories', '[name=name]', ofCategories.failed, ofCategories.deleteFailed],
    ['Testimonials', '[name=name]', ofTestimonials.failed, ofTestimonials.deleteFailed],
  ] as const;
  for (const [tab, field, saveFailed, deleteFailed] of kinds) {
    await openTab(page, tab);
    await page.getByRole('button', { name: 'Delete Kept' }).click();
    await expectToast(page, deleteFailed);
    await page.getByRole('button', { name: 'Edit Kept' }).click();
    await page.locator(field).fill('Typed with care');
    await save(page);
    await expectToast(page, saveFailed);
    await expect(page.getByRole('alert')).toContainText(dashboard.form.errors.unknown);
    await expect(page.locator(field)).toHaveValue('Typed with care');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await dismissToasts(page);
  }
});

test('a user who is no longer an administrator is told that the write was rejected', async () => {
  const { app } = journey;
  await app.service.from('categories').insert({ name: 'Held', slug: 'held' }).throwOnError();
  const person = await makePerson(app, { admin: true });
  const { page, expectConsoleError } = await journey.visit();
  answerDialogs(page);
  await openDashboard(app, page, person);
  await openTab(page, 'Categories');
  await page.getByRole('button', { name: 'Edit Held' }).click();
  await app.query('delete from admin_users where user_id = (select id from auth.users where email = $1)', [
    person.email,
  ]);
  expectConsoleError(/^Failed to (save|delete) category:/);
  await page.getByLabel('Name').fill('Taken');
  await save(page);
  await expectToast(page, ofCategories.failed);
  await expect(page.getByRole('alert')).toContainText(dashboard.form.errors.refused);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete Held' }).click();
  await expectToast(page, ofCategories.deleteFailed);
  expect(await app.query(`select name from categories where slug = 'held'`)).toEqual([{ name: 'Held' }]);
});

test('creating a post without a signed-in user raises an error, and the text is kept on the device', async () => {
  const { page, expectConsoleError } = await openAsEditor();
  expectConsoleError(/^Failed to save post: Error: User not authenticated/);
  // The refresh of the lists is rejected too.
  expectConsoleError(failedResource(401));
  await page.getByRole('button', { name: 'New Post' }).click();
  await page.locator('[name=title]').fill('Orphan');
  await page.locator('[name=content]').fill('Words');
  await page.evaluate((key) => localStorage.removeItem(key), SESSION_KEY);
  await save(page);
  await expectToast(page, MESSAGES.savePostFailed);
  await expect(page.getByRole('alert')).toContainText(dashboard.form.errors['signed-out']);
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Orphan');
});

test('every state of the dashboard is accessible and fits a phone and a desktop', async () => {
  const { app } = journey;
  await app.service
    .from('blog_posts')
    .insert({ title: 'A post of some length, to be read', slug: 'read', content: 'c', status: 'published' });
  await app.service
    .from('testimonials')
    .insert({ name: 'Meera', company: 'Mills', testimonial: 'Good.', is_featured: true });
  const { page, expectConsoleError } = await openAsEditor({ reducedMotion: true });
  for (const tab of ['Testimonials', 'Categories', 'Blog Posts']) {
    await openTab(page, tab);
    await page.getByRole('table').waitFor();
    await expectAccessibleLayout(page);
    await page.getByRole('button', { name: /^New / }).click();
    await save(page);
    await page.getByRole('alert').waitFor();
    await expectAccessibleLayout(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
  }

  expectConsoleError(failedResource(500));
  expectConsoleError(/^Failed to (fetch|save) /);
  await breakData(page, 'writes');
  await page.getByRole('button', { name: 'Edit A post of some length' }).click();
  await save(page);
  await expect(page.getByRole('alert').filter({ hasText: dashboard.form.errors.unknown })).toBeVisible();
  await expectAccessibleLayout(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await breakData(page, 'reads');
  await openTab(page, 'Testimonials');
  await expect(page.getByText(dashboard.testimonials.failed)).toBeVisible();
  await expectAccessibleLayout(page);
});
