import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { editor as words } from '#site/content/editor.ts';
import { publishing } from '#site/content/publishing.ts';
import { reviews } from '#site/content/reviews.ts';
import { users } from '#site/content/users.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { answerDialogs } from '../support/dialogs.ts';
import { holdWrites } from '../support/hold-requests.ts';
import { failedResource } from '../support/journey.ts';
import { expect } from '../support/page-expect.ts';
import { enterDashboard, makePerson, openDashboard } from '../support/people.ts';
import { bodyOf, button, edit, publish, setUpPostEditor } from '../support/post-editor.ts';
import { expectToast } from '../support/toasts.ts';
import { VERY_LONG } from '#backend-tests/support/slowness.ts';

const { journey, openAsEditor } = setUpPostEditor();

const messages = DASHBOARD_MESSAGES.reviews;
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const exactly = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openAsWriter(options: { width?: number } = {}) {
  const person = await makePerson(journey.app, { writer: true });
  const visit = await journey.visit({ reducedMotion: true, editor: 'visual', ...options });
  const dialogs = answerDialogs(visit.page);
  await openDashboard(journey.app, visit.page, person);
  return { ...visit, dialogs, person };
}

/** Writes a post with these paragraphs in the visual editor. Its form stays open. */
async function write(page: Page, title: string, paragraphs: readonly string[]): Promise<void> {
  await button(page, dashboard.posts.create).click();
  await page.getByLabel(dashboard.posts.fields.title, { exact: true }).fill(title);
  await bodyOf(page).waitFor();
  await bodyOf(page).click();
  for (const [n, paragraph] of paragraphs.entries()) {
    if (n > 0) await page.keyboard.press('Enter');
    await page.keyboard.type(paragraph);
  }
}

test('a writer asks for a review, mends what is returned, and an administrator publishes it', VERY_LONG, async () => {
  const title = `A first draft ${randomUUID().slice(0, 8)}`;
  const { page, expectConsoleError } = await openAsWriter();
  await expect(page.getByRole('tab')).toHaveText([dashboard.tabs.blogs]);
  await write(page, title, ['Who must file.', 'The form is due in a week.']);
  for (const action of [publishing.actions.publish, publishing.actions.schedule]) {
    await expect(exactly(page, action)).toHaveCount(0);
  }
  await expect(page.locator('[name=status], [name=reviewer]')).toHaveCount(0);
  await expectAccessibleLayout(page);
  await exactly(page, reviews.ask).click();
  await expectToast(page, messages.asked);
  await expect(rowOf(page, title)).toContainText(reviews.states.waiting);
  await expectAccessibleLayout(page);

  const admin = await openAsEditor({ editor: 'visual', reducedMotion: true });
  await button(admin.page, reviews.waiting(1)).click();
  await expect(rowOf(admin.page, title)).toContainText(reviews.states.waiting);
  await expectAccessibleLayout(admin.page);
  await edit(admin.page, title);
  const review = admin.page.getByRole('region', { name: reviews.heading });
  await expect(review).toContainText(reviews.noteHint);
  await bodyOf(admin.page).getByText('The form is due').click();
  await expect(review).toContainText(reviews.commentOn('The form is due in a week.'));
  await review.getByLabel(reviews.comment).fill('Name the rule that says so.');
  await admin.page.reload();
  await expect(review.getByLabel(reviews.comment)).toHaveValue('Name the rule that says so.');
  await bodyOf(admin.page).getByText('The form is due').click();
  const sendComment = await holdWrites(admin.page, '**/rest/v1/post_comments*');
  await exactly(admin.page, reviews.submit).click();
  await review.getByLabel(reviews.comment).fill('Name the rule that says so. And its date.');
  sendComment();
  await expect(review.getByRole('article')).toContainText('Name the rule that says so.');
  await expect(review.getByLabel(reviews.comment)).toHaveValue('And its date.');
  await review.getByLabel(reviews.comment).fill('');
  await review.getByLabel(reviews.note).fill('Almost there.');
  await expectAccessibleLayout(admin.page);
  await exactly(admin.page, reviews.giveBack).click();
  await expectToast(admin.page, messages.returned);
  const unsent = () => Object.keys(localStorage).filter((key) => key.startsWith('dashboard-comment:'));
  await expect.poll(() => admin.page.evaluate(unsent)).toEqual([]);

  // The list of the writer follows without a reload.
  await expect(rowOf(page, title)).toContainText(reviews.states.returned);
  // Without the boxes of an administrator's list the titles keep the width of their column.
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const cell = rowOf(page, title).getByRole('rowheader');
    expect(await cell.evaluate((e) => e.clientWidth / e.closest('table')!.clientWidth)).toBeGreaterThan(0.25);
  }
  await edit(page, title);
  const returned = page.getByRole('region', { name: reviews.heading });
  await expect(returned).toContainText('Almost there.');
  await bodyOf(page).waitFor();
  await page.getByRole('button', { name: reviews.show('The form is due in a week.') }).click();
  expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('The form is due in a week.');
  await exactly(page, reviews.answer).click();
  await returned.getByLabel(reviews.answerLabel).fill('Rule 12, added.');
  const sendAnswer = await holdWrites(page, '**/rest/v1/post_comments*');
  await exactly(page, reviews.answer).click();
  await page.goBack();
  sendAnswer();
  await expect.poll(() => page.evaluate(unsent)).toEqual([]);
  await edit(page, title);
  await expect(returned.getByRole('article')).toContainText('Rule 12, added.');
  await exactly(page, reviews.answer).click();
  await returned.getByLabel(reviews.answerLabel).fill('See page 3.');
  expectConsoleError(failedResource('net'));
  expectConsoleError(/^The comment could not be saved/);
  await page.route(
    '**/rest/v1/post_comments*',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await exactly(page, reviews.answer).click();
  await expectToast(page, messages.commentFailed);
  await returned.getByLabel(reviews.answerLabel).fill('See page 4.');
  await exactly(page, reviews.answer).click();
  await expect(returned.locator('.review__text').last()).toHaveText('See page 4.');
  await exactly(page, reviews.resolve).click();
  await expect(returned).toContainText(reviews.resolved(1));
  await bodyOf(page).getByText('The form is due').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Rule 12 says so.');
  await expectAccessibleLayout(page);
  await exactly(page, reviews.askAgain).click();
  await expectToast(page, messages.asked);

  await edit(admin.page, title);
  await expect(bodyOf(admin.page)).toContainText('Rule 12 says so.');
  await publish(admin.page);
  const reader = await journey.visit();
  const post = await journey.app.query('select slug from public.blog_posts where title = $1', [title]);
  await reader.page.goto(`/blog/${String(post[0]?.['slug'])}`);
  await expect(reader.page.getByText('Rule 12 says so.')).toBeVisible();
  await expect(rowOf(page, title)).toContainText(dashboard.statuses.published);
  await expect(page.getByRole('button', { name: `Edit ${title}` })).toHaveCount(0);
  expect(await journey.app.query('select from public.post_reviews')).toEqual([]);
});

test('a draft that waits is closed for its writer until they withdraw it', async () => {
  const title = `Withdrawn ${randomUUID().slice(0, 8)}`;
  const { page } = await openAsWriter({ width: 390 });
  await write(page, title, ['A thought.']);
  const answerAsked = await holdWrites(page, '**/rest/v1/post_reviews*');
  const asked = page.waitForRequest((request) => /post_reviews/.test(request.url()) && request.method() !== 'GET');
  await exactly(page, reviews.ask).click();
  await asked;
  await page.goBack();
  answerAsked();
  await expectToast(page, messages.asked);
  await expect(rowOf(page, title)).toContainText(reviews.states.waiting);
  await expect(page).toHaveURL(/\/admin/);
  await expect(page.getByRole('button', { name: `Delete ${title}` })).toHaveCount(0);
  await edit(page, title);
  await expect(page.getByRole('region', { name: reviews.heading })).toContainText(reviews.withdrawHint);
  await expect(page.locator('.writing__text')).toHaveAttribute('inert', '');
  await expectAccessibleLayout(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await exactly(page, reviews.withdraw).click();
  await expectToast(page, messages.withdrawn);
  await expect(page.locator('.writing__text')).not.toHaveAttribute('inert', '');
  await bodyOf(page).click();
  await page.keyboard.type('Another ');
  await exactly(page, reviews.save).click();
  await expect(rowOf(page, title)).toBeVisible();
});

test('a writer who signs in has one tab, sees no draft of others, has a name of their own, and deletes and restores a draft', async () => {
  const theirs = `Theirs ${randomUUID().slice(0, 8)}`;
  const row = { title: theirs, slug: `s-${randomUUID()}`, content: 'Text' };
  await journey.app.service.from('blog_posts').insert(row).throwOnError();
  const title = `Own ${randomUUID().slice(0, 8)}`;
  const { page } = await journey.visit({ reducedMotion: true, editor: 'visual' });
  const dialogs = answerDialogs(page);
  await enterDashboard(page, await makePerson(journey.app, { writer: true }));
  await write(page, title, ['Text.']);
  await exactly(page, reviews.save).click();
  await expect(rowOf(page, title)).toBeVisible();
  await expect(page.getByText(theirs)).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);

  dialogs.say('yes');
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await expect(rowOf(page, title)).toHaveCount(0);
  await page.getByText(words.deleted.heading, { exact: true }).click();
  await page.getByRole('button', { name: `${words.deleted.restore} ${title}` }).click();
  await expect(rowOf(page, title)).toBeVisible();

  await page.getByText(reviews.account).click();
  await page.getByLabel(users.ownName.choice).selectOption(users.ownName.other);
  const name = page.getByLabel(users.ownName.name, { exact: true });
  const saveName = button(page, users.ownName.submit);
  const send = await holdWrites(page, '**/rest/v1/profiles*');
  await name.fill('Asha Rao');
  await saveName.click();
  await name.fill('Asha R. Rao');
  send();
  await expectToast(page, DASHBOARD_MESSAGES.nameSaved);
  await expect(saveName).toHaveAttribute('aria-disabled', 'false');
  await expect(name).toHaveValue('Asha R. Rao');
  const isRead = page.waitForResponse((answer) => /profiles/.test(answer.url()) && answer.request().method() === 'GET');
  await saveName.click();
  await isRead;
  await expect(saveName).toHaveAttribute('aria-disabled', 'false');
  await expect(saveName).toBeFocused();
  await expectAccessibleLayout(page);

  // Whatever the address says.
  await page.goto('/admin?tab=users');
  await expect(page.getByRole('tab')).toHaveText([dashboard.tabs.blogs]);
});
