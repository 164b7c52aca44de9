import type { Page } from 'playwright';
import { test } from 'vitest';
import { account } from '#site/content/account.ts';
import { mfa } from '#site/content/mfa.ts';
import { mfaErrors } from '#site/content/mfa-errors.ts';
import { passkeys as words } from '#site/content/passkeys.ts';
import { users } from '#site/content/users.ts';
import { ACCOUNT_MESSAGES, MESSAGES } from '#site/messages.ts';
import { afterChanges, expectAccessibleLayout } from '../support/accessible-layout.ts';
import { freePort } from '../support/app-process.ts';
import { answerDialogs } from '../support/dialogs.ts';
import { holdWrites } from '../support/hold-requests.ts';
import { setUpJourney } from '../support/journey.ts';
import { setUpMfa } from '../support/mfa.ts';
import { expect } from '../support/page-expect.ts';
import { makePerson, sendCredentials, openUsersTab } from '../support/people.ts';
import { expectTargetSizes } from '../support/target-size.ts';
import { expectToast } from '../support/toasts.ts';

/** Browsers have passkeys for a domain, and without https only for this one. */
const PORT = await freePort();
const SITE = `http://localhost:${PORT}`;
const journey = setUpJourney({ env: { PORT: String(PORT), SITE_URL: SITE } });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Gives the page an authenticator that has the person verified at once. Returns what takes its passkeys away. */
async function addAuthenticator(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
  };
}

async function openOwnSignIn(page: Page): Promise<void> {
  await page.waitForURL('**/admin*');
  await openUsersTab(page);
  await page.getByRole('heading', { name: words.heading }).waitFor();
}

async function signOut(page: Page): Promise<void> {
  await press(page, 'Sign Out');
  await page.waitForURL('**/auth');
}

test('a person adds a passkey, names it, signs in with it in place of the password, and removes it', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const { page, expectConsoleError } = await journey.visit();
  answerDialogs(page).say('yes');
  await addAuthenticator(page);
  await page.goto(`${SITE}/admin`);
  await page.waitForURL('**/auth');
  await sendCredentials(page, person);
  await openOwnSignIn(page);

  await press(page, words.add);
  await expectToast(page, ACCOUNT_MESSAGES.passkeyAdded);
  await expect(page.getByLabel(words.name)).toBeFocused();
  await page.getByLabel(words.name).fill('Laptop');
  await press(page, words.save);
  await expect(page.getByRole('listitem').filter({ hasText: 'Laptop' })).toBeVisible();
  await expectAccessibleLayout(page);
  await expectTargetSizes(page);

  await signOut(page);
  await expect(page.getByRole('button', { name: words.signIn })).toBeVisible();
  await expectAccessibleLayout(page);
  await press(page, words.signIn);
  await expectToast(page, MESSAGES.signedIn);
  await openOwnSignIn(page);
  await expect(page.getByRole('listitem').filter({ hasText: 'Laptop' })).toContainText('last used');

  await press(page, `${words.remove} Laptop`);
  await expectToast(page, ACCOUNT_MESSAGES.passkeyRemoved);
  await expect(page.getByRole('listitem').filter({ hasText: 'Laptop' })).toHaveCount(0);
  await signOut(page);
  expectConsoleError(/status of 400/);
  await press(page, words.signIn);
  await expect(page.getByText(mfaErrors.byCode['webauthn_verification_failed']!).first()).toBeVisible();
});

test('while the name of a passkey is saved no other field opens, which the answer would close', async () => {
  const person = await makePerson(journey.app, { admin: true });
  for (const name of ['Laptop', 'Phone'])
    await journey.app.query(
      `insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
        select id, $2::text::bytea, '', $2 from auth.users where email = $1`,
      [person.email, name],
    );
  const { page } = await journey.visit();
  await page.goto(`${SITE}/admin`);
  await page.waitForURL('**/auth');
  await sendCredentials(page, person);
  await openOwnSignIn(page);
  await press(page, `${words.rename} Laptop`);
  await page.getByLabel(words.name).fill('Old laptop');
  const release = await holdWrites(page, '**/auth/v1/passkeys/*');
  await press(page, words.save);
  await expect(page.getByRole('button', { name: `${words.rename} Phone` })).toBeDisabled();
  release();
  await expect(page.getByRole('listitem').filter({ hasText: 'Old laptop' })).toBeVisible();
  await expect(page.getByRole('button', { name: `${words.rename} Phone` })).toBeEnabled();
});

test('after the password a passkey stands in for the code of an app', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const client = journey.app.client();
  await client.auth.signInWithPassword(person);
  const app = await setUpMfa(client);
  const { page, expectConsoleError } = await journey.visit({ width: 390 });
  const clear = await addAuthenticator(page);
  await page.goto(`${SITE}/admin`);
  await page.waitForURL('**/auth');
  await sendCredentials(page, person);
  await page.getByLabel(mfa.form.code).fill(app.nextCode());
  await press(page, mfa.form.submit);
  expectConsoleError(/status of 404/);
  await openOwnSignIn(page);
  await press(page, words.add);
  await expectToast(page, ACCOUNT_MESSAGES.passkeyAdded);
  await press(page, words.cancel);
  await signOut(page);

  await sendCredentials(page, person);
  await expect(page.getByRole('button', { name: words.instead })).toBeVisible();
  await expectAccessibleLayout(page);
  await press(page, words.instead);
  await page.waitForURL('**/admin*');
  await page.getByRole('tablist').waitFor();
  await signOut(page);

  // A device without the passkey: the password and the code still do.
  await clear();
  await press(page, words.signIn);
  await expect(page.getByText(mfaErrors.byCode['passkey_not_completed']!).first()).toBeVisible();
  await sendCredentials(page, person);
  await expect(page.getByLabel(mfa.form.code)).toBeVisible();
});

test('at an IP address, where browsers have no passkeys, the page offers none', async () => {
  const { page } = await journey.visit();
  await page.goto(`http://127.0.0.1:${PORT}/auth`);
  await expect(page.getByRole('button', { name: account.otherWays.emailLink })).toBeVisible();
  await expect(page.getByRole('button', { name: words.signIn })).toHaveCount(0);
});

test('where the service offers none, the dashboard lets nobody add one', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const { page } = await journey.visit();
  // What the service says at an address that is no domain.
  await page.route('**/auth/v1/settings', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), passkeys_enabled: false } });
  });
  await page.goto(`${SITE}/admin`);
  await page.waitForURL('**/auth');
  await sendCredentials(page, person);
  await page.waitForURL('**/admin*');
  const answers = ['settings', 'passkeys'].map((name) => page.waitForResponse(`**/auth/v1/${name}`));
  await page.getByRole('tab', { name: users.tab }).click();
  await Promise.all(answers);
  await expect(page.getByRole('heading', { name: mfa.own.heading })).toBeVisible();
  await afterChanges(page);
  await expect(page.getByRole('heading', { name: words.heading })).toHaveCount(0);
});
