import { test } from 'vitest';
import { SESSION_KEY } from '#contract/browser-keys.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { enterDashboard, makePerson, signInAt } from '../support/people.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';

const journey = setUpJourney();
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
  const { page, context } = await journey.visit();
  await enterDashboard(page, person);
  await page.getByRole('tablist').waitFor();
  const other = await context.newPage();
  await other.goto('/admin');
  await other.getByRole('button', { name: 'Sign Out' }).click();
  await expect(other).toHaveURL(/\/auth$/);
  await expect(page).toHaveURL(/\/auth$/);
});

test('a sign-out that fails is only logged', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const { page, consoleErrors, expectConsoleError } = await journey.visit();
  await enterDashboard(page, person);
  await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 500, json: { msg: 'no' } }));
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect.poll(() => consoleErrors.splice(0).join('\n')).toContain('Sign-out failed:');
  expectConsoleError(/Sign-out failed:/);
  expectConsoleError(failedResource(500));
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
