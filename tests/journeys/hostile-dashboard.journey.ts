import type { Page } from 'playwright';
import { afterAll, beforeAll, test } from 'vitest';
import { activity } from '#site/content/activity.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { users } from '#site/content/users.ts';
import { WIDTHS, afterChanges } from '../support/accessible-layout.ts';
import { answerDialogs } from '../support/dialogs.ts';
import { expect } from '../support/page-expect.ts';
import { findOutside } from '../support/find-outside.ts';
import { type HostileContent, HOSTILE_TITLES, LONG_WORD, insertHostileContent } from '../support/hostile-content.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';
import { type Person, openDashboard } from '../support/people.ts';

const journey = setUpJourney();
let content: HostileContent;
const editor: Person = { email: `${'a'.repeat(60)}@${'long-domain.'.repeat(5)}example`, password: 'a long password' };

beforeAll(async () => {
  await journey.app.signIn({ admin: true, ...editor });
  content = await insertHostileContent(journey.app);
});
afterAll(() => content?.remove());

async function open(mode: 'visual' | 'html') {
  const visit = await journey.visit({ editor: mode, reducedMotion: true });
  visit.expectConsoleError(failedResource('net'));
  answerDialogs(visit.page);
  await openDashboard(journey.app, visit.page, editor);
  return visit.page;
}

/** What reaches over the edges of the window at any width, when the layout has settled. */
async function findWide(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await afterChanges(page);
    found.push(...(await findOutside(page)).map((one) => `${width} px: ${one}`));
  }
  return found;
}

test('no tab of the dashboard is widened by what it lists, nor by what is searched for; the form of a hostile post fits in the editor of HTML', async () => {
  const page = await open('html');
  for (const title of Object.values(HOSTILE_TITLES)) {
    await page.getByLabel(dashboard.posts.search).fill(`${title.slice(0, 90).toWellFormed()} nothing`);
    await page.getByText(dashboard.posts.noMatch).waitFor();
    expect(await findWide(page)).toEqual([]);
  }
  await page.getByLabel(dashboard.posts.search).fill('');
  for (const tab of [dashboard.tabs.blogs, dashboard.tabs.categories, dashboard.tabs.testimonials]) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('table').getByText(LONG_WORD).first().waitFor();
    expect(await findWide(page)).toEqual([]);
  }
  for (const tab of [users.tab, activity.tab]) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('table').first().waitFor();
    expect(await findWide(page)).toEqual([]);
  }

  await page.getByRole('tab', { name: dashboard.tabs.blogs }).click();
  await page.getByRole('button', { name: `Edit ${LONG_WORD}` }).click();
  await page.locator('[name=title]').waitFor();
  expect(await findWide(page)).toEqual([]);
});

test('the form of a hostile post fits in the visual editor', async () => {
  const page = await open('visual');
  await page.getByRole('button', { name: `Edit ${LONG_WORD}` }).click();
  await page.locator('#post-content[contenteditable=true]').waitFor();
  expect(await findWide(page)).toEqual([]);
});
