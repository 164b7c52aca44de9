import { test } from 'vitest';
import { account } from '#site/content/account.ts';
import { ACCOUNT_MESSAGES } from '#site/messages.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';
import { makePerson, openDashboard, openUsersTab } from '../support/people.ts';
import { expectToast } from '../support/toasts.ts';

const journey = setUpJourney({ env: { AUTH_SECURE_PASSWORD_CHANGE: 'true' } });
const words = account.changePassword;

test('a session older than a day changes the password with a mailed code', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const { page, expectConsoleError } = await journey.visit();
  // The answer that asks for a code, and the one to a wrong code.
  expectConsoleError(failedResource(400));
  expectConsoleError(failedResource(422));
  await openDashboard(journey.app, page, person);
  await journey.app.query(
    `update auth.sessions set created_at = created_at - interval '25 hours'
     where user_id = (select id from auth.users where email = $1)`,
    [person.email],
  );
  await openUsersTab(page);
  await page.getByRole('button', { name: words.open }).click();
  await page.getByLabel(account.fields.newPassword).fill('a newer password');
  await page.getByRole('button', { name: words.submit }).click();
  const code = page.getByLabel(words.code.label);
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(words.code.hint(person.email));
  await expect(page.getByText(account.advice['reauthentication_needed']?.text ?? '')).toBeVisible();
  await expectAccessibleLayout(page);
  await expect.poll(async () => (await journey.app.mailTo(person.email)).subject).toMatch(/code/i);
  const mailed = /\b\d{6}\b/.exec((await journey.app.mailTo(person.email)).text)?.[0] ?? 'none';

  await code.fill(mailed === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: words.submit }).click();
  await expect(page.getByText(account.advice['reauthentication_not_valid']?.text ?? '')).toBeVisible();
  await code.fill(mailed);
  await page.getByRole('button', { name: words.submit }).click();
  await expectToast(page, ACCOUNT_MESSAGES.passwordChanged);
  const again = await journey.app.client().auth.signInWithPassword({ ...person, password: 'a newer password' });
  expect(again.error).toBeNull();
});

test('a fresh session changes the password without a code', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const { page } = await journey.visit();
  await openDashboard(journey.app, page, person);
  await openUsersTab(page);
  await page.getByRole('button', { name: words.open }).click();
  await page.getByLabel(account.fields.newPassword).fill('a newer password');
  await page.getByRole('button', { name: words.submit }).click();
  await expectToast(page, ACCOUNT_MESSAGES.passwordChanged);
  await expect(page.getByLabel(words.code.label)).toHaveCount(0);
});
