import { beforeAll, test } from 'vitest';
import { activity } from '#site/content/activity.ts';
import { launch, LAUNCH_ITEMS } from '#site/content/launch.ts';
import { listLeaders } from '#site/content/team.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { holdWrites } from '../support/hold-requests.ts';
import { setUpJourney } from '../support/journey.ts';
import { expect } from '../support/page-expect.ts';
import { makePerson, openDashboard, type Person } from '../support/people.ts';
import { expectTargetSizes } from '../support/target-size.ts';

const journey = setUpJourney({ env: { SAMPLE_CONTENT: 'true', BACKUP_EVERY: 'off' } });
const words = launch.cleared;
const [, first, second] = LAUNCH_ITEMS as unknown as [unknown, { name: string }, { name: string }];
const [partner] = listLeaders();
let admin: Person;

beforeAll(async () => {
  admin = await makePerson(journey.app, { admin: true });
});

async function openLaunch() {
  const { page } = await journey.visit();
  await openDashboard(journey.app, page, admin);
  await page.getByRole('tab', { name: launch.tab }).click();
  await page.locator('.finding--skipped').first().waitFor();
  return page;
}

test('Launch names the samples that are left, and forgets those that are replaced', async () => {
  const { app } = journey;
  let page = await openLaunch();
  const finding = (name: string) => page.locator('.finding').filter({ hasText: name });
  await expect(finding('Facts of the firm')).toContainText('Samples are left in: ');
  await expect(finding('Sample content')).toContainText(
    /\d+ sample posts and \d+ sample testimonials are as they came/,
  );
  await expect(finding('Administrators')).toContainText('Invite a second one');
  await expect(finding('Public address')).toBeVisible();
  await expect(finding('Memory')).toHaveCount(0);
  await expectAccessibleLayout(page);

  await app.query('delete from public.testimonials');
  await app.query(`update public.blog_posts set title = title || ' now' where slug <> 'rules-of-origin-explained'`);
  await makePerson(app, { admin: true });
  page = await openLaunch();
  await expect(finding('Sample content')).toContainText('1 sample post and 0 sample testimonials');
  await expect(finding('Administrators')).toHaveClass(/finding--good/);
});

test('a partner clears by a name and a date, beside others, and it can be taken back', async () => {
  const page = await openLaunch();
  const other = await openLaunch();
  const item = (on: typeof page, { name }: { name: string }) => on.locator('.finding').filter({ hasText: name });
  await page.getByRole('button', { name: words.clearItem(first.name) }).click();
  const form = item(page, first);
  await form.getByRole('button', { name: words.clear, exact: true }).click();
  await expect(form.getByText(words.errors.name)).toBeVisible();
  await form.getByLabel(words.name).fill(partner?.name ?? '');
  await form.getByLabel(words.date).fill('2999-01-01');
  await form.getByRole('button', { name: words.clear, exact: true }).click();
  await expect(form.getByText(words.errors.date)).toBeVisible();
  await expectAccessibleLayout(page);
  await expectTargetSizes(page);
  await form.getByLabel(words.date).fill('2026-11-20');
  await form.getByRole('button', { name: words.clear, exact: true }).click();
  const says = words.by(partner?.name ?? '', 'November 20, 2026');
  await expect(form).toContainText(says);
  await expect(page.getByText(words.count(1))).toBeVisible();

  // The other page has not seen it; what it clears does not take the first back.
  await other.getByRole('button', { name: words.clearItem(second.name) }).click();
  await item(other, second).getByLabel(words.name).fill('Another Partner');
  await item(other, second).getByRole('button', { name: words.clear, exact: true }).click();
  await expect(other.getByText(words.count(2))).toBeVisible();
  await expect(item(other, first)).toContainText(says);

  await other.getByRole('button', { name: words.undoItem(first.name) }).click();
  await expect(other.getByText(words.count(1))).toBeVisible();
  await expect(item(other, first).getByRole('button', { name: words.clearItem(first.name) })).toBeFocused();
  await other.getByRole('tab', { name: activity.tab }).click();
  await expect(other.getByText(activity.words['launch'] ?? '').first()).toBeVisible();
});

test('the form that is opened while another is saved stays open', async () => {
  const page = await openLaunch();
  const [saved, opened] = [LAUNCH_ITEMS[4]!, LAUNCH_ITEMS[5]!];
  const item = ({ name }: { name: string }) => page.locator('.finding').filter({ hasText: name });
  await page.getByRole('button', { name: words.clearItem(saved.name) }).click();
  await item(saved).getByLabel(words.name).fill('A Partner');
  const release = await holdWrites(page, '**/rest/v1/site_words*');
  await item(saved).getByRole('button', { name: words.clear, exact: true }).click();
  await page.getByRole('button', { name: words.clearItem(opened.name) }).click();
  await item(opened).getByLabel(words.name).fill('Another Partner');
  release();
  await expect(item(saved)).toHaveClass(/finding--good/);
  await expect(item(opened).getByLabel(words.name)).toHaveValue('Another Partner');
});

test('what is cleared is in the database of the site, and visitors cannot read it', async () => {
  const rows = await journey.app.anon.from('site_words').select('page');
  const pages = rows.data?.map(({ page }) => page);
  expect(pages).toContain('firm');
  expect(pages).not.toContain('launch');
});
