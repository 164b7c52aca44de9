import type { Page } from 'playwright';
import { test } from 'vitest';
import { mfa } from '#site/content/mfa.ts';
import { mfaErrors } from '#site/content/mfa-errors.ts';
import { users } from '#site/content/users.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { ACCOUNT_MESSAGES, MESSAGES } from '#site/messages.ts';
import { answerDialogs } from '../support/dialogs.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import {
  type Person,
  enterDashboard,
  makePerson,
  openDashboard,
  sendCredentials,
  openUsersTab,
} from '../support/people.ts';
import { runAdmin } from '../support/run-admin.ts';
import { type Authenticator, openAuthenticator, setUpMfa } from '../support/mfa.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';
import { expectTargetSizes } from '../support/target-size.ts';
import { expectToast } from '../support/toasts.ts';

const journey = setUpJourney();
const { form, own, enrol, codes, required } = mfa;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const expectField = (page: Page, label: string) => expect(page.getByLabel(label));
/** The answer to an account with an app and without recovery codes, as the browser logs it. */
const NO_RECOVERY_CODES = failedResource(404);

async function answer(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label).fill(code);
  await press(page, form.submit);
}

/** From the name of the app to the page with the recovery codes. */
async function enrolApp(page: Page): Promise<{ app: Authenticator; kept: string[] }> {
  await press(page, enrol.begin);
  const key = await page.locator('.enrol-scan__key code').innerText();
  const app = openAuthenticator('', key.replaceAll(' ', ''));
  await page.getByLabel(enrol.code).fill(app.nextCode());
  await press(page, enrol.verify);
  await expectToast(page, ACCOUNT_MESSAGES.appEnrolled);
  await expect(page.getByRole('heading', { name: codes.shownHeading })).toBeFocused();
  return { app, kept: await page.locator('.recovery-codes li').allInnerTexts() };
}

/** An administrator with an app, set up through the API. */
async function makeAdminWithApp(): Promise<{ person: Person; app: Authenticator }> {
  const person = await makePerson(journey.app, { admin: true });
  const client = journey.app.client();
  await client.auth.signInWithPassword(person);
  return { person, app: await setUpMfa(client) };
}

async function signOut(page: Page): Promise<void> {
  await press(page, 'Sign Out');
  await page.waitForURL('**/auth');
}

/** Signs in by password, up to the form for the code. */
async function passPassword(page: Page, person: Person): Promise<void> {
  await page.goto('/admin');
  await page.waitForURL('**/auth');
  await sendCredentials(page, person);
  await expect(page.getByRole('heading', { name: form.heading })).toBeFocused();
}

async function expectInside(page: Page): Promise<void> {
  await expectToast(page, MESSAGES.signedIn);
  await page.waitForURL('**/admin');
  await page.getByRole('tablist').waitFor();
}

test('an app is set up by its key and required afterwards; a wrong code is reported, a right one signs in, and a recovery code once; a removed app is no longer required', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const { page, expectConsoleError } = await journey.visit();
  await openDashboard(journey.app, page, person);
  await openUsersTab(page);
  await press(page, own.add);
  await expect(page.getByLabel(enrol.name)).toHaveValue(enrol.nameDefault);
  await expect(page.getByLabel(enrol.name)).toBeFocused();
  const { app, kept } = await enrolApp(page);
  expect(new Set(kept).size).toBe(10);
  await press(page, codes.done);
  await expect(page.getByRole('button', { name: own.addAnother })).toBeFocused();
  await expect(page.getByText(codes.left(10, 10))).toBeVisible();
  for (const code of kept) await expect(page.getByText(code)).toHaveCount(0);
  await expect(page.getByText(own.some)).toBeVisible();

  await signOut(page);
  await passPassword(page, person);
  await answer(page, form.code, '12 34');
  await expectField(page, form.code).toHaveAccessibleDescription(mfaErrors.codeMalformed);
  expectConsoleError(failedResource(422));
  await answer(page, form.code, '000000');
  await expectField(page, form.code).toHaveAccessibleDescription(mfaErrors.byCode['mfa_verification_failed'] ?? '');
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: form.heading })).toBeVisible();
  await answer(page, form.code, app.nextCode());
  await expect(page).toHaveURL(/\/admin$/);
  await openUsersTab(page);
  await expect(page.getByText(codes.left(10, 10))).toBeVisible();
  for (const code of kept) await expect(page.getByText(code)).toHaveCount(0);

  const [first = '', second = ''] = kept;
  await signOut(page);
  await passPassword(page, person);
  await press(page, form.toRecoveryCode);
  await answer(page, form.recoveryCode, first.toUpperCase());
  await expectInside(page);
  await openUsersTab(page);
  await expect(page.getByText(codes.left(9, 10))).toBeVisible();

  await signOut(page);
  await passPassword(page, person);
  await press(page, form.toRecoveryCode);
  await answer(page, form.recoveryCode, first);
  await expectField(page, form.recoveryCode).toHaveAccessibleDescription(mfaErrors.wrongRecoveryCode);
  await answer(page, form.recoveryCode, second);
  await expectInside(page);

  const dialogs = answerDialogs(page);
  await openUsersTab(page);
  await page.getByRole('button', { name: new RegExp(`^${own.remove} ${enrol.nameDefault}`) }).click();
  await expectToast(page, ACCOUNT_MESSAGES.appRemoved);
  expect(dialogs.asked()).toHaveLength(1);
  await signOut(page);
  await enterDashboard(page, person);
  await page.getByRole('tablist').waitFor();
});

test('an administrator with MFA requires it of all; one without it must set it up before the dashboard opens', async () => {
  const { app } = journey;
  const newcomer = await makePerson(app, { admin: true });
  const { page: without, expectConsoleError } = await journey.visit();
  answerDialogs(without);
  await openDashboard(app, without, newcomer);
  await openUsersTab(without);
  expectConsoleError(failedResource(403));
  expectConsoleError(/^The setting could not be changed:/);
  await without.getByLabel(users.policy.label).click();
  await expectToast(without, DASHBOARD_MESSAGES.mfaPolicyNeedsOwnMfa);
  await expect(without.getByLabel(users.policy.label)).not.toBeChecked();

  const { person, app: authenticator } = await makeAdminWithApp();
  const { page, ...visit } = await journey.visit();
  visit.expectConsoleError(NO_RECOVERY_CODES);
  const dialogs = answerDialogs(page);
  await passPassword(page, person);
  await answer(page, form.code, authenticator.nextCode());
  await expectInside(page);
  await openUsersTab(page);
  await page.getByLabel(users.policy.label).click();
  await expectToast(page, DASHBOARD_MESSAGES.mfaRequired);
  expect(dialogs.asked()).toEqual([users.policy.question]);
  await expect(page.getByLabel(users.policy.label)).toBeChecked();

  await without.reload();
  await expect(without.getByRole('heading', { level: 1 })).toHaveText(required.heading);
  await expect(without.getByRole('tablist')).toHaveCount(0);
  const { kept } = await enrolApp(without);
  expect(kept).toHaveLength(10);
  await press(without, codes.done);
  await without.getByRole('tablist').waitFor();
  await expect(without.locator('main')).toBeFocused();
  expect(await runAdmin(app, 'require-mfa', 'off')).toContain('a password alone');
});

test('reset-mfa lets an administrator who lost the app in with the password alone', async () => {
  const { app } = journey;
  const { person } = await makeAdminWithApp();
  const { page } = await journey.visit();
  // The session ends when no request of it is under way; one that is would be answered with 401.
  const lookup = page.waitForResponse((response) => response.url().includes('/rest/v1/site_settings'));
  await passPassword(page, person);
  await lookup;
  await press(page, form.signOut);
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
  expect(await runAdmin(app, 'reset-mfa', person.email)).toContain('signs in with the password alone now');
  await enterDashboard(page, person);
  await openUsersTab(page);
  await expect(page.getByText(own.none)).toBeVisible();
});

test('every screen of MFA is accessible and fits a phone and a desktop', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const { page } = await journey.visit({ reducedMotion: true });
  await journey.app.query('update public.site_settings set require_mfa = true');
  await enterDashboard(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(required.heading);
  await expectAccessibleLayout(page);
  await expectTargetSizes(page);
  await press(page, enrol.begin);
  const picture = page.locator('.enrol-scan__picture');
  await expect(picture).toHaveAttribute('src', /^data:image\/svg\+xml,[^\s"<>]+$/);
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0);
  await expectTargetSizes(page);
  await press(page, enrol.verify);
  await expectField(page, enrol.code).toHaveAccessibleDescription(mfaErrors.codeMissing);
  await expectAccessibleLayout(page);
  await expectTargetSizes(page);
  await press(page, enrol.cancel);
  await expect(page.getByLabel(enrol.name)).toBeFocused();
  await enrolApp(page);
  await expectAccessibleLayout(page);
  await expectTargetSizes(page);
  await press(page, codes.done);
  await journey.app.query('update public.site_settings set require_mfa = false');
  await openUsersTab(page);
  await expect(page.getByText(codes.left(10, 10))).toBeVisible();
  await expectAccessibleLayout(page);
  await expectTargetSizes(page);

  await signOut(page);
  await passPassword(page, person);
  await expectTargetSizes(page);
  await answer(page, form.code, '1');
  await expectAccessibleLayout(page);
  await expectTargetSizes(page);
  await press(page, form.toRecoveryCode);
  await expectAccessibleLayout(page);
  await expectTargetSizes(page);
});
