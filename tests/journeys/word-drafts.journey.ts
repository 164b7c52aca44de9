import type { Page } from 'playwright';
import { afterEach, beforeAll, test } from 'vitest';
import { findPhrase } from '#site/content/find-phrase.ts';
import { previewLink } from '#site/content/preview-link.ts';
import { customsCompliance as CUSTOMS } from '#site/content/services/customs-compliance.ts';
import { rbiFemaCompliance as FEMA } from '#site/content/services/rbi-fema-compliance.ts';
import { firmForm, pagesTab } from '#site/content/words-form.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { toLocalInput } from '#site/features/admin/posts/local-time.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { holdWrites } from '../support/hold-requests.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';
import { expect } from '../support/page-expect.ts';
import { type Person, makePerson, openDashboard } from '../support/people.ts';
import { save } from '../support/post-editor.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';

const journey = setUpJourney({ isAlone: true });
const PATH = '/services/customs-compliance';
const [BUILT_IN = ''] = CUSTOMS.lead.split('.');
const { draft: words } = firmForm;
let editor: Person;
let other: Person;

beforeAll(async () => {
  editor = await makePerson(journey.app, { admin: true });
  other = await makePerson(journey.app, { admin: true });
});
async function resetWords(): Promise<void> {
  await journey.app.query('delete from public.post_drafts');
  await journey.app.query(`update public.site_words set words = '{}'`);
}
afterEach(resetWords);

async function openPages(person: Person, width = 1280) {
  const visit = await journey.visit({ width });
  await openDashboard(journey.app, visit.page, person);
  await visit.page.getByRole('tab', { name: pagesTab.tab }).click();
  return visit;
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Opens the form. It reads the words once more first: what others save before that is no conflict. */
async function edit(page: Page): Promise<void> {
  await button(page, firmForm.editPart(CUSTOMS.title)).click();
  await page.locator('.item-form').waitFor();
}
const lead = (page: Page) => page.locator('[id="words-lead"]');
const drafts = () => journey.app.query('select fields, publish_at from public.post_drafts');
const publicPage = async (): Promise<string> => (await fetch(journey.app.url + PATH)).text();
const isPublic = async (text: string): Promise<boolean> => (await publicPage()).includes(text);

async function saveDraft(page: Page, text: string): Promise<void> {
  await lead(page).fill(text);
  await button(page, words.save).click();
  await expect(page.locator('.item-form__state')).toContainText('not published yet');
}

async function closeForm(page: Page): Promise<void> {
  await button(page, 'Cancel').click();
  await expect(page.locator('.item-form')).toHaveCount(0);
}

test('from a phone on a draft is shown by its link, opened by another administrator, and public when they publish it; one gets a time of publication, loses it, is discarded and comes back', async () => {
  const { page } = await openPages(editor, 390);
  await edit(page);
  await page.getByText(words.heading).click();
  await expect(page.getByText(words.none)).toBeVisible();
  await saveDraft(page, 'We answer customs.');
  await button(page, previewLink.make).click();
  const link = await page.getByLabel(previewLink.label).inputValue();
  await expectAccessibleLayout(page);
  const reader = await journey.visit({ width: 390 });
  reader.expectConsoleError(failedResource(404));
  await reader.page.goto(link);
  await expect(reader.page.locator('main')).toContainText('We answer customs.');
  await expect(reader.page.getByRole('status').first()).toContainText('These words of the page are not published.');
  await expectAccessibleLayout(reader.page);
  expect(await isPublic(BUILT_IN)).toBe(true);
  await closeForm(page);
  await expect(page.getByText(pagesTab.state(0) + pagesTab.draft)).toBeVisible();

  const second = await openPages(other);
  await edit(second.page);
  await expect(lead(second.page)).toHaveValue('We answer customs.');
  await expect(second.page.getByText(words.untilPublished)).toBeVisible();
  await save(second.page);
  await expectToast(second.page, DASHBOARD_MESSAGES.words.updated);
  expect(await isPublic('We answer customs.')).toBe(true);
  expect(await drafts()).toEqual([]);
  await reader.page.goto(link);
  await expect(reader.page).toHaveURL(journey.app.url + PATH);

  await resetWords();
  await page.setViewportSize({ width: 390, height: 812 });
  await edit(page);
  await saveDraft(page, 'For later.');
  await page.getByText(words.heading).click();
  const at = page.getByLabel(words.at);
  await at.fill('2020-01-01T10:00');
  await button(page, words.schedule).click();
  await expect(page.getByText(words.inThePast)).toBeVisible();
  await expectAccessibleLayout(page);
  await lead(page).fill('For later, with a word more.');
  await at.fill(toLocalInput(new Date(Date.now() + 86_400_000).toISOString()));
  await button(page, words.schedule).click();
  await expectToast(page, DASHBOARD_MESSAGES.wordsScheduled);
  expect(await drafts()).toMatchObject([{ fields: { lead: 'For later, with a word more.' } }]);
  await button(page, words.unschedule).click();
  await expectToast(page, DASHBOARD_MESSAGES.wordsUnscheduled);
  expect(await drafts()).toMatchObject([{ publish_at: null }]);
  await button(page, words.discard).click();
  await expectToast(page, DASHBOARD_MESSAGES.draftDiscarded);
  expect(await drafts()).toEqual([]);
  await button(page, words.undo.label).click();
  await expectToast(page, DASHBOARD_MESSAGES.draftRestored);
  expect(await drafts()).toMatchObject([{ fields: { lead: 'For later, with a word more.' } }]);

  await dismissToasts(page);
  await edit(page);
  await page.getByText(words.heading).click();
  const answer = await holdWrites(page, '**/rest/v1/post_drafts*');
  await button(page, words.discard).click();
  await closeForm(page);
  await button(page, firmForm.editPart(FEMA.title)).click();
  await lead(page).fill('Typed meanwhile.');
  answer();
  await expectToast(page, DASHBOARD_MESSAGES.draftDiscarded);
  await expect(lead(page)).toHaveValue('Typed meanwhile.');
});

test('a draft that somebody else has changed since is not discarded', async () => {
  const { page, expectConsoleError } = await openPages(editor);
  expectConsoleError(/could not be discarded/);
  const second = await openPages(other);
  await edit(page);
  await saveDraft(page, 'The lead of one.');
  await page.getByText(words.heading).click();
  await expect(button(page, words.discard)).toBeVisible();
  await edit(second.page);
  await saveDraft(second.page, 'The lead of the other.');
  await expect.poll(async () => JSON.stringify(await drafts())).toContain('The lead of the other.');
  await button(page, words.discard).click();
  await expectToast(page, DASHBOARD_MESSAGES.discardDraftFailed);
  expect(JSON.stringify(await drafts())).toContain('The lead of the other.');
  await button(second.page, 'Cancel').click();
});

test('drafts of two administrators are merged; without a connection the words stay and are saved later; who publishes without the draft of somebody else is asked, and both words are kept', async () => {
  const { page, context, expectConsoleError } = await openPages(editor);
  expectConsoleError(/Failed to load resource|could not be saved|WebSocket|ERR_INTERNET/);
  const second = await openPages(other);
  second.expectConsoleError(/^Failed to load resource/);
  await edit(page);
  await edit(second.page);
  await saveDraft(page, 'The lead of one.');
  await second.page.locator('[id="words-brief.whatItIs"]').fill('What the other wrote.');
  await button(second.page, words.save).click();
  await expect(second.page.locator('.item-form__state')).toContainText('not published yet');
  expect(await drafts()).toMatchObject([
    { fields: { lead: 'The lead of one.', brief: { whatItIs: 'What the other wrote.' } } },
  ]);
  await context.setOffline(true);
  await lead(page).fill('Written on a train.');
  await button(page, words.save).click();
  await expect(page.locator('.item-form__state')).toContainText('Not saved');
  await context.setOffline(false);
  await button(page, words.save).click();
  await expect(page.locator('.item-form__state')).toContainText('not published yet');
  expect(await drafts()).toMatchObject([
    { fields: { lead: 'Written on a train.', brief: { whatItIs: 'What the other wrote.' } } },
  ]);

  await closeForm(page);
  await closeForm(second.page);
  await resetWords();
  expectConsoleError(/^The words could not be saved: DraftConflict/);
  await edit(page);
  await edit(second.page);
  await saveDraft(second.page, 'Of the other.');
  await lead(page).fill('Of mine.');
  await save(page);
  await expect(page.getByRole('alert')).toContainText('Not saved');
  expect(await isPublic(BUILT_IN)).toBe(true);
  expect(await drafts()).toMatchObject([{ fields: { lead: 'Of the other.' } }]);
  await button(page, 'Overwrite with mine').click();
  await expectToast(page, DASHBOARD_MESSAGES.words.updated);
  expect(await isPublic('Of mine.')).toBe(true);

  await closeForm(second.page);
  await edit(second.page);
  await saveDraft(second.page, 'Seen.');
  await second.page.getByText(words.heading).click();
  const at = second.page.getByLabel(words.at);
  await at.fill(toLocalInput(new Date(Date.now() + 86_400_000).toISOString()));
  await journey.app.query(`update public.post_drafts set fields = '{"lead": "Unseen."}', version = 'of-another'`);
  second.expectConsoleError(/^The time could not be saved/);
  await button(second.page, words.schedule).click();
  await expectToast(second.page, DASHBOARD_MESSAGES.scheduleWordsFailed);
  expect(await drafts()).toMatchObject([{ fields: { lead: 'Unseen.' }, publish_at: null }]);
  await resetWords();

  await edit(page);
  await button(page, 'Restore').click();
  await expect(lead(page)).toHaveValue('Of the other.');
});

test('a phrase is not replaced on a page that has a draft; the form is compared with a version and with the built-in words, which come into the form', async () => {
  const { page } = await openPages(editor);
  await edit(page);
  await saveDraft(page, 'A draft.');
  await closeForm(page);
  await page.getByText(findPhrase.heading).click();
  await page.getByLabel(findPhrase.find, { exact: true }).fill(BUILT_IN);
  await button(page, findPhrase.submit).click();
  await expect(page.getByText(findPhrase.hasDraft)).toBeVisible();

  await resetWords();
  const publish = async (text: string) => {
    await edit(page);
    await lead(page).fill(text);
    await save(page);
    await expect(page.locator('.item-form')).toHaveCount(0);
  };
  await publish('Our first words.');
  // The words are not read again in time.
  await page.route('**/rest/v1/site_words?*', (route) =>
    route.request().method() === 'GET' ? undefined : route.fallback(),
  );
  await publish('Our second words.');
  await page.unroute('**/rest/v1/site_words?*');
  await edit(page);
  await expect(lead(page)).toHaveValue('Our second words.');
  await page.getByText(firmForm.versions.heading).click();
  await page.getByRole('button', { name: firmForm.versions.compare }).nth(1).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('del')).toContainText('first');
  await expect(dialog.locator('ins')).toContainText('second');
  await expectAccessibleLayout(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: firmForm.versions.compare }).last().click();
  await expect(dialog.locator('del').first()).toContainText('settle');
  await dialog.getByRole('button', { name: firmForm.versions.use }).click();
  await expect(lead(page)).toHaveValue(CUSTOMS.lead);
  await expect(page.getByText(firmForm.versions.used)).toBeVisible();
});
