import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { SESSION_KEY } from '#contract/browser-keys.ts';
import { account } from '#site/content/account.ts';
import { ACCOUNT_MESSAGES, MESSAGES } from '#site/messages.ts';
import { pageLinkIn } from '../support/test-app.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { makePerson, openMailedLink, sendCredentials, signInAt } from '../support/people.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';
import { expectTargetSizes } from '../support/target-size.ts';
import { expectToast } from '../support/toasts.ts';

const journey = setUpJourney();
const someone = () => ({ email: `${randomUUID()}@person.example`, password: 'secret-1' });

test('the page is called Admin and has two tabs, Sign In first; its forms show the password on request, name the first error, send nothing wrong, and are accessible', async () => {
  const { page } = await journey.visit({ reducedMotion: true });
  await page.goto('/auth');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin');
  await expect(page.getByRole('tab')).toHaveText(['Sign In', 'Sign Up']);
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('id', /signin$/);
  const password = page.locator('form:visible [name=password]');
  await expect(password).toHaveAttribute('type', 'password');
  await page.locator('form:visible').getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.locator('form:visible').getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await expectTargetSizes(page);

  const sent: string[] = [];
  page.on('request', (one) => one.method() === 'POST' && one.url().includes('/auth/v1/') && sent.push(one.url()));
  for (const tab of ['Sign In', 'Sign Up']) {
    await page.getByRole('tab', { name: tab }).click();
    await sendCredentials(page, { email: 'nobody@nowhere', password: '123' });
    await expectToast(page, MESSAGES.invalidEmail);
    await expect(page.getByText(MESSAGES.invalidPassword.title)).toHaveCount(0);
    await expect(page.getByText(MESSAGES.weakPassword.title)).toHaveCount(0);
    await expect(page.locator('form:visible [name=email]')).toBeFocused();
  }
  const short = { email: 'boss@firm.example', password: '12345' };
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await sendCredentials(page, short);
  await expectToast(page, MESSAGES.invalidPassword);
  await expect(page.locator('form:visible [name=password]')).toBeFocused();
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await sendCredentials(page, short);
  await expectToast(page, MESSAGES.weakPassword);
  const field = page.locator('form:visible [name=password]');
  await expect(field).toHaveAttribute('minlength', '6');
  await expect(field).toHaveAccessibleDescription(/^Must be at least 6 characters long/);
  expect(sent).toEqual([]);

  await page.getByRole('tab', { name: 'Sign In' }).click();
  await page.locator('form:visible [name=email]').fill('');
  await page.locator('form:visible [type=submit]').click();
  await expectToast(page, MESSAGES.invalidEmail);
  await expectAccessibleLayout(page);
  await expectTargetSizes(page);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expectAccessibleLayout(page);
  await expectTargetSizes(page);
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: account.signIn.forgot }).click();
  await expect(page.getByRole('heading', { name: account.recovery.heading })).toBeFocused();
  await expectAccessibleLayout(page);
  await expectTargetSizes(page);
});

test('a wrong password shows the message of the server and offers a new password; an unreachable server is reported, and the typed values stay; sign-in shows Signing In... and its toast, leads home, and /auth redirects home afterwards', async () => {
  const person = await makePerson(journey.app);
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(failedResource(400));
  await page.goto('/auth');
  await sendCredentials(page, { ...person, password: 'not this one' });
  await expectToast(page, { ...MESSAGES.signInFailed, description: 'Invalid login credentials' });
  await page.getByRole('button', { name: account.remedies.recover }).click();
  await expect(page.getByRole('heading', { name: account.recovery.heading })).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);

  await page.goto('/auth');
  expectConsoleError(failedResource('net'));
  await page.route('**/auth/v1/**', (route) => route.abort());
  await sendCredentials(page, { email: 'boss@firm.example', password: 'secret-1' });
  await expectToast(page, { ...MESSAGES.signInFailed, description: account.unreachable });
  await expect(page.locator('form:visible [name=email]')).toHaveValue('boss@firm.example');
  await expect(page.locator('form:visible [name=password]')).toHaveValue('secret-1');

  await page.unrouteAll();
  await page.route('**/auth/v1/token*', async (route) => {
    await page.getByRole('button', { name: 'Signing In...' }).waitFor();
    await route.continue();
  });
  await signInAt(page, person);
  await expectToast(page, MESSAGES.signedIn);
  await page.goto('/auth');
  await expect(page).toHaveURL(`${journey.app.url}/`);
});

test('a sign-in whose code could not be loaded succeeds when it is sent again', async () => {
  const person = await makePerson(journey.app);
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(failedResource('net'));
  expectConsoleError(/Failed to fetch dynamically imported module/);
  await page.route('**/assets/client-*', (route) => route.abort());
  await page.goto('/auth');
  await sendCredentials(page, person);
  await expect(page.getByText('Nothing was sent.')).toBeVisible();
  await page.unrouteAll();
  await sendCredentials(page, person);
  await expect(page).toHaveURL(`${journey.app.url}/`);
});

test('sign-up shows Creating Account... and its toast, clears the fields, has its mail sent again, but not twice at once, and its link signs in on the home page once', async () => {
  const person = someone();
  const { page, expectConsoleError } = await journey.visit();
  await page.route('**/auth/v1/signup*', async (route) => {
    await page.getByRole('button', { name: 'Creating Account...' }).waitFor();
    await route.continue();
  });
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await sendCredentials(page, person);
  await expectToast(page, MESSAGES.signedUp);
  await expect(page.locator('form:visible [name=email]')).toHaveValue('');
  await expect(page.locator('form:visible [name=password]')).toHaveValue('');

  const first = (await journey.app.mailTo(person.email)).messageId;
  const again = page.getByRole('button', { name: account.resend.submit });
  expectConsoleError(failedResource(429));
  await again.click();
  await expect(page.locator('.toast--destructive .toast__text')).toContainText('you can only request this after');
  await journey.app.query('update auth.users set confirmation_sent_at = null where email = $1', [person.email]);
  await again.click();
  await expectToast(page, ACCOUNT_MESSAGES.confirmationSent);
  await expect.poll(async () => (await journey.app.mailTo(person.email)).messageId).not.toBe(first);

  await page.getByRole('tab', { name: 'Sign In' }).click();
  expectConsoleError(failedResource(400));
  await sendCredentials(page, person);
  await expectToast(page, { ...MESSAGES.signInFailed, description: 'Email not confirmed' });

  const link = pageLinkIn(await journey.app.mailTo(person.email));
  await openMailedLink(page, link);
  await expectToast(page, ACCOUNT_MESSAGES.addressConfirmed);
  await expect(page).toHaveURL(`${journey.app.url}/`);
  await page.goto('/auth');
  await page.waitForURL(`${journey.app.url}/`);

  const { page: elsewhere, expectConsoleError: expectErrorElsewhere } = await journey.visit();
  expectErrorElsewhere(failedResource(403));
  await openMailedLink(elsewhere, link);
  await expectToast(elsewhere, ACCOUNT_MESSAGES.linkExpired);
  await expect(elsewhere.getByText(account.mailedLink.expired.signup)).toBeVisible();
  expect(await elsewhere.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
});

test('where the service reports a registered address, in either way, a button leads to sign-in with the address filled in', async () => {
  const person = await makePerson(journey.app);
  const { page, expectConsoleError } = await journey.visit({ reducedMotion: true });
  expectConsoleError(failedResource(422));
  const withoutIdentities = { id: randomUUID(), email: person.email, identities: [], aud: 'authenticated' };
  for (const answer of [
    { status: 422, json: { error_code: 'user_already_exists', msg: 'User already registered' } },
    { status: 200, json: withoutIdentities },
  ]) {
    await page.goto('/auth');
    await page.route('**/auth/v1/signup**', (route) => route.fulfill(answer));
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await sendCredentials(page, person);
    await expectToast(page, MESSAGES.accountExists);
    if (answer.status === 422) await expectAccessibleLayout(page);
    await page.getByRole('button', { name: account.remedies['sign-in'], exact: true }).click();
    await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('form:visible [name=email]')).toHaveValue(person.email);
    await expect(page.locator('form:visible [name=password]')).toBeFocused();
  }
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${journey.app.url}/`);
});

test('signing out of the new-password form ends it, and the known password still signs in', async () => {
  const person = await makePerson(journey.app);
  const { page } = await journey.visit();
  await journey.app.client().auth.resetPasswordForEmail(person.email, { redirectTo: `${journey.app.url}/auth` });
  await openMailedLink(page, pageLinkIn(await journey.app.mailTo(person.email)));
  await page.getByRole('button', { name: account.newPassword.signOut }).click();
  await page.getByRole('tab', { name: 'Sign In' }).waitFor();
  await sendCredentials(page, person);
  await expect(page).toHaveURL(`${journey.app.url}/`);
  await page.goto('/auth');
  await expect(page).toHaveURL(`${journey.app.url}/`);
});

test('a forgotten password is changed by a link that works once, whose form stays after a reload and in another tab', async () => {
  const person = await makePerson(journey.app);
  const { page, context } = await journey.visit({ reducedMotion: true });
  await page.goto('/auth');
  await page.getByRole('button', { name: account.signIn.forgot }).click();
  await page.getByLabel('Email').fill(`\u202a${person.email}\u202c`);
  await page.getByRole('button', { name: account.recovery.submit }).click();
  await expectToast(page, ACCOUNT_MESSAGES.recoverySent);
  await expect.poll(async () => (await journey.app.mailTo(person.email)).subject).toMatch(/password/i);
  const link = pageLinkIn(await journey.app.mailTo(person.email));

  await openMailedLink(page, link);
  const heading = { name: account.newPassword.heading };
  await expect(page.getByRole('heading', heading)).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', heading)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/auth');
  await expect(other.getByRole('heading', heading)).toBeVisible();
  await page.getByLabel(account.fields.newPassword).fill('12345');
  await page.getByRole('button', { name: account.newPassword.submit }).click();
  await expectToast(page, MESSAGES.weakPassword);
  await expectAccessibleLayout(page);
  await page.getByLabel(account.fields.newPassword).fill('a newer password');
  await page.getByRole('button', { name: account.newPassword.submit }).click();
  await expectToast(page, ACCOUNT_MESSAGES.passwordChanged);
  await page.waitForURL(`${journey.app.url}/`);
  await page.goto('/auth');
  await page.waitForURL(`${journey.app.url}/`);

  const { page: elsewhere, expectConsoleError } = await journey.visit();
  expectConsoleError(failedResource(403));
  await openMailedLink(elsewhere, link);
  await expectToast(elsewhere, ACCOUNT_MESSAGES.linkExpired);
  await expect(elsewhere.getByRole('heading', { name: account.recovery.heading })).toBeVisible();
  await signInAt(elsewhere, { ...person, password: 'a newer password' });
});

test('too many wrong passwords are limited, and the page says how long to wait', async () => {
  const person = await makePerson(journey.app);
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(failedResource(400));
  expectConsoleError(failedResource(429));
  await page.goto('/auth');
  const guess = (key: string, email: string): Promise<number> =>
    page.evaluate(
      async ([apikey, body]) => {
        const headers = { 'Content-Type': 'application/json', apikey };
        return (await fetch('/auth/v1/token?grant_type=password', { method: 'POST', headers, body })).status;
      },
      [key, JSON.stringify({ email, password: 'a guess' })] as const,
    );
  for (let tries = 0; tries < 10; tries += 1) expect(await guess(journey.app.anonKey, person.email)).toBe(400);
  await sendCredentials(page, person);
  await expect(page.locator('.notice')).toHaveText(account.advice['over_request_rate_limit']?.text ?? '');
});
