import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { test } from 'vitest';
import { SESSION_KEY } from '#contract/browser-keys.ts';
import { account } from '#site/content/account.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { enterDashboard, makePerson, openDashboard, type Person, signInAgain, signInAt } from '../support/people.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';
import { bodyOf } from '../support/post-editor.ts';
import { expectTargetSizes } from '../support/target-size.ts';

const journey = setUpJourney();
const again = account.signInAgain;
const SESSION_FIELDS = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'user'];

test('a user who is not an administrator gets Access Denied and can only sign out', async () => {
  const person = await makePerson(journey.app);
  const { page } = await journey.visit({ reducedMotion: true });
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await enterDashboard(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  await expect(page.locator('main')).toContainText("You don't have admin privileges. Please contact an administrator.");
  await expect(page.locator('section.account').getByRole('button')).toHaveText(['Sign Out']);
  expect(logged).toContain('User is not an admin');
  await expectAccessibleLayout(page);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/auth');
});

test('an error of the administrator lookup counts as no', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(failedResource(500));
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route('**/rest/v1/admin_users*', (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  await enterDashboard(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  expect(logged.some((line) => line.startsWith('User is not an admin'))).toBe(true);
});

test('signing out in one tab signs out the other', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const { page, context, expectConsoleError } = await journey.visit();
  // The page may ask who is signed in between the end of the session and its message.
  expectConsoleError(failedResource(403));
  await openDashboard(journey.app, page, person);
  const other = await context.newPage();
  await other.goto('/admin');
  await other.getByRole('button', { name: 'Sign Out' }).click();
  await expect(other).toHaveURL(/\/auth$/);
  await page.getByRole('dialog', { name: again.title }).getByRole('button', { name: again.leave }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

test('a sign-out while lists are read shows no denial, and nothing is read after it', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const { page } = await journey.visit();
  await openDashboard(journey.app, page, person);
  const held = Promise.withResolvers<void>();
  for (const path of ['**/rest/v1/categories*', '**/auth/v1/logout*']) {
    await page.route(path, async (route) => {
      await held.promise;
      await route.continue();
    });
  }
  const isReading = page.waitForRequest('**/rest/v1/categories*');
  await page.getByRole('tab', { name: dashboard.tabs.categories }).click();
  await isReading;
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.locator('main').getByText(dashboard.loading)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(dashboard.heading);
  held.resolve();
  await page.waitForURL('**/auth');
});

test('a sign-out that fails is only logged, and this browser is signed out', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const { page, consoleErrors, expectConsoleError } = await journey.visit();
  await openDashboard(journey.app, page, person);
  await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 500, json: { msg: 'no' } }));
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect.poll(() => consoleErrors.splice(0).join('\n')).toContain('Sign-out failed:');
  expectConsoleError(/Sign-out failed:/);
  expectConsoleError(failedResource(500));
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.locator('.toast--destructive')).toHaveCount(0);
});

test('the session survives the tab, is refreshed when it expires, and ends where the refresh is rejected', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const { page, context, expectConsoleError } = await journey.visit();
  const kept = () => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), SESSION_KEY);
  const returnWith = async (changes: object): Promise<void> => {
    const next = JSON.stringify({ ...(await kept()), ...changes });
    await page.goto('/about');
    await page.evaluate(([key, session]) => localStorage.setItem(key, session), [SESSION_KEY, next] as const);
    await page.goto('/admin');
  };
  await signInAt(page, person);
  const first = await kept();
  expect(Object.keys(first).toSorted()).toEqual(expect.arrayContaining(SESSION_FIELDS));

  const nextTab = await context.newPage();
  await nextTab.goto('/admin');
  await nextTab.getByRole('tablist').waitFor();
  await nextTab.close();

  await returnWith({ expires_at: first.expires_at - 7200 });
  await page.getByRole('tablist').waitFor();
  expect((await kept()).refresh_token).not.toBe(first.refresh_token);

  expectConsoleError(failedResource(400));
  await returnWith({ expires_at: first.expires_at - 7200, refresh_token: 'never-issued' });
  await page.waitForURL('**/auth');
  expect(await kept()).toBeNull();
});

test.each([6, -6])(
  'a device whose clock is off by %i hours renews its token when it expires, not before each request',
  async (hours) => {
    const { page } = await journey.visit();
    await page.addInitScript((ahead) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + ahead * 3_600_000;
    }, hours);
    let renewals = 0;
    page.on('request', (request) => (renewals += Number(request.url().includes('grant_type=refresh_token'))));
    await enterDashboard(page, await makePerson(journey.app, { admin: true }));
    await page.reload();
    await page.getByRole('tab', { name: dashboard.tabs.categories }).click();
    await page.waitForLoadState('networkidle');
    expect(renewals).toBe(0);
    const secondsLeft = await page.evaluate(
      (key) => JSON.parse(localStorage.getItem(key) ?? '').expires_at - Date.now() / 1000,
      SESSION_KEY,
    );
    expect(secondsLeft).toBeGreaterThan(3000);
    expect(secondsLeft).toBeLessThanOrEqual(3601);
  },
);

const dialogOf = (page: Page) => page.getByRole('dialog', { name: again.title });

/** Opens the form of a new post, types a title, and ends every session of the person as an administrator may. */
async function typeAndEnd(page: Page, person: Person, typed: string): Promise<void> {
  await openDashboard(journey.app, page, person, '/admin?post=new');
  await page.locator('[name=title]').fill(typed);
  await bodyOf(page).fill(`${typed}, with a text.`);
  await endSessions(person);
}

const endSessions = (person: Person) =>
  journey.app.query('delete from auth.sessions where user_id = (select id from auth.users where email = $1)', [
    person.email,
  ]);

test('a session that was revoked is asked for again in place, and the words in the form are saved afterwards', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const { page, expectConsoleError } = await journey.visit({ reducedMotion: true });
  expectConsoleError(failedResource(400));
  expectConsoleError(failedResource(403));
  await typeAndEnd(page, person, 'Written before the session ended');
  await expect(dialogOf(page)).toBeVisible();
  await expectAccessibleLayout(page);
  await expectTargetSizes(page);
  await expect(dialogOf(page).getByLabel(account.fields.email)).toHaveValue(person.email);
  await signInAgain(page, person);
  await expect(page.locator('[name=title]')).toHaveValue('Written before the session ended');
  const stored = () =>
    journey.app.query('select from blog_posts where title = $1', ['Written before the session ended']);
  await expect.poll(async () => (await stored()).length).toBe(1);
});

test('a list is not read as a visitor while the session has ended', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(failedResource(400));
  expectConsoleError(failedResource(403));
  await journey.app.service
    .from('blog_posts')
    .insert({ title: 'A draft nobody sees', slug: 'a-draft-nobody-sees', content: 'Text' })
    .throwOnError();
  await openDashboard(journey.app, page, person);
  const draft = page.getByText('A draft nobody sees').first();
  await expect(draft).toBeVisible();
  await endSessions(person);
  // The news of the ended session may bring the dialog first, which hides the tabs from roles and clicks.
  await page.locator('[role=tab]', { hasText: dashboard.tabs.categories }).dispatchEvent('mousedown', { button: 0 });
  await expect(dialogOf(page)).toBeVisible();
  await expect(page.locator('.toast--destructive')).toHaveCount(0);
  await signInAgain(page, person);
  await page.getByRole('tab', { name: dashboard.tabs.blogs }).click();
  await expect(draft).toBeVisible();
});

test('another person who signs in there gets a dashboard without the words of the first', async () => {
  const first = await makePerson(journey.app, { admin: true });
  const second = await makePerson(journey.app, { admin: true });
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(failedResource(400));
  expectConsoleError(failedResource(403));
  expectConsoleError(/^Failed to save post:/);
  await typeAndEnd(page, first, 'Words of the first person');
  await expect(dialogOf(page)).toBeVisible();
  await signInAgain(page, second);
  await expect(page.getByText('Words of the first person')).toHaveCount(0);
  await expect(page.locator('[name=title]')).not.toHaveValue('Words of the first person');
  const writers = await journey.app.query(
    'select email from blog_posts join auth.users on users.id = author_id where title = $1',
    ['Words of the first person'],
  );
  expect(writers).not.toContainEqual({ email: second.email });
});

/** Opens the form of a post in the dashboard of a new administrator. */
async function openForm(title: string) {
  const person = await makePerson(journey.app, { admin: true });
  const row = { title, slug: randomUUID(), content: 'Text' };
  const { data } = await journey.app.service.from('blog_posts').insert(row).select('id').single().throwOnError();
  const visit = await journey.visit();
  visit.expectConsoleError(failedResource(400));
  visit.expectConsoleError(failedResource(403));
  await openDashboard(journey.app, visit.page, person, `/admin?post=${data.id}`);
  await expect(visit.page.locator('[name=title]')).toHaveValue(title);
  return { ...visit, person };
}

test.each([
  ['post', '**/rest/v1/blog_posts?*id=eq.*'],
  ['rights of the person', '**/rest/v1/admin_users*'],
])('a form stays open where the %s cannot be read after signing in again', async (_, address) => {
  const { page, person, expectConsoleError } = await openForm('Read before the session ended');
  expectConsoleError(failedResource(500));
  await page.locator('[name=title]').fill('Typed before the session ended');
  await endSessions(person);
  await expect(dialogOf(page)).toBeVisible();
  await page.route(address, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, json: { message: 'no' } }) : route.continue(),
  );
  await signInAgain(page, person);
  await expect(page.locator('.item-form__state')).toContainText('Saved');
  await expect(page.locator('[name=title]')).toHaveValue('Typed before the session ended');
});

test('however long a session has ended, a form reports once who has it open when the person is back', async () => {
  const { page, person } = await openForm('Open over lunch');
  const isSeen = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await endSessions(person);
  await isSeen();
  await expect(dialogOf(page)).toBeVisible();
  let reports = 0;
  page.on('request', (sent) => {
    if (sent.url().includes('/post_presence') && sent.method() === 'POST') reports += 1;
  });
  for (let n = 0; n < 10; n += 1) await isSeen();
  await signInAgain(page, person);
  const isLeft = page.waitForRequest((sent) => sent.url().includes('/post_presence') && sent.method() === 'DELETE');
  await page.getByRole('button', { name: dashboard.form.cancel }).click();
  await isLeft;
  expect(reports).toBeLessThan(4);
});
