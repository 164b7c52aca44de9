import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { test } from 'vitest';
import { account } from '#site/content/account.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { ACCOUNT_MESSAGES, MESSAGES } from '#site/messages.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';
import { makePerson, openMailedLink } from '../support/people.ts';
import { expectTargetSizes } from '../support/target-size.ts';
import { type ReceivedMail } from '#backend-tests/support/smtp.ts';
import { followLink, linkIn, pageLinkIn } from '../support/test-app.ts';
import { expectToast } from '../support/toasts.ts';

const journey = setUpJourney();
const words = account.emailLink;

const codeIn = ({ text }: ReceivedMail) => /\b\d{6}\b/.exec(text)?.[0] ?? 'none';
const code = (page: Page) => page.getByLabel(words.code.label);

/** Opens the form by its button on the open sign-in page, and requests the mail. */
async function request(page: Page, email: string): Promise<void> {
  await page.locator('form:visible').getByLabel(account.fields.email).fill(email);
  await page.getByRole('button', { name: account.otherWays.emailLink }).click();
  await expect(page.getByRole('heading', { name: words.heading })).toBeFocused();
  await page.getByRole('button', { name: words.submit }).click();
  await expect(page.getByRole('status').filter({ hasText: words.sent.text(email) })).toBeVisible();
  await expect(code(page)).toBeFocused();
}

/** The mail that the account got after those it had before. */
async function nextMail(email: string, act: () => Promise<void>): Promise<ReceivedMail> {
  const count = () => journey.app.mails().filter(({ to }) => to === email).length;
  const before = count();
  await act();
  await expect.poll(count).toBe(before + 1);
  return journey.app.mailTo(email);
}

test('the mailed link signs in and leads back to the dashboard that asked for the sign-in, also in the first browsers with popovers', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const { page } = await journey.visit();
  await page.addInitScript(() => {
    const later = [
      [URL, 'parse'],
      [URL, 'canParse'],
      [Promise, 'withResolvers'],
      [AbortSignal, 'any'],
      [Element.prototype, 'checkVisibility'],
    ] as const;
    for (const [owner, name] of later) Reflect.deleteProperty(owner, name);
  });
  await page.goto('/admin?tab=users');
  await page.waitForURL('**/auth');
  const mail = await nextMail(person.email, () => request(page, person.email));
  await openMailedLink(page, pageLinkIn(mail));
  await page.waitForURL((url) => url.pathname === '/admin' && url.search === '?tab=users');
  await expect(page.getByRole('tablist')).toBeVisible();
  await expectToast(page, MESSAGES.signedIn);
  await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'popover'));
  await page.reload();
  await expect(page.getByRole('heading', { name: dashboard.tooOld.heading })).toBeVisible();
});

test('the code of the mail signs in on the page that asked for it, and a wrong one does not', async () => {
  const person = await makePerson(journey.app);
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(failedResource(403));
  await page.goto('/auth');
  const mail = await nextMail(person.email, () => request(page, person.email));
  await code(page).fill(codeIn(mail) === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: words.code.submit }).click();
  await expectToast(page, ACCOUNT_MESSAGES.signInCodeFailed);
  await expect(code(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(code(page)).toHaveAccessibleDescription(words.code.wrong);
  await expectAccessibleLayout(page);
  await code(page).fill(`${codeIn(mail).slice(0, 3)} ${codeIn(mail).slice(3)}`);
  await page.getByRole('button', { name: words.code.submit }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expectToast(page, MESSAGES.signedIn);
});

test('a link that was used before offers another, and its form; an address without an account gets the same answer and no mail', async () => {
  const person = await makePerson(journey.app);
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(failedResource(403));
  await page.goto('/auth');
  const mail = await nextMail(person.email, () => request(page, person.email));
  await followLink(linkIn(mail));
  await openMailedLink(page, pageLinkIn(mail));
  await expectToast(page, ACCOUNT_MESSAGES.signInLinkExpired);
  await expect(page.getByRole('heading', { name: words.heading })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await page.getByRole('button', { name: words.back }).click();
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();

  // The status of the answer for such addresses, where the service tells them apart.
  expectConsoleError(failedResource(422));
  const email = `${randomUUID()}@person.example`;
  await request(page, email);
  // A mail to an account arrives later than one that was sent before it would have.
  const later = await makePerson(journey.app);
  await nextMail(later.email, async () => {
    await page.getByLabel(account.fields.email).fill(later.email);
    await page.getByRole('button', { name: words.again }).click();
  });
  expect(journey.app.mails().filter(({ to }) => to === email)).toEqual([]);
});

test('the page shows the buttons of configured providers only', async () => {
  const { page } = await journey.visit();
  const external = { email: true, google: true, azure: true, github: true };
  await page.route('**/auth/v1/settings', (route) => route.fulfill({ json: { external } }));
  await page.goto('/auth');
  for (const name of Object.values(account.otherWays.providers)) {
    await expect(page.getByRole('button', { name })).toBeVisible();
  }
  await expect(page.getByRole('button', { name: /github/i })).toHaveCount(0);
  await expectTargetSizes(page);
  await expectAccessibleLayout(page);
  await page.unroute('**/auth/v1/settings');
  await page.reload();
  await expect(page.getByRole('button', { name: account.otherWays.emailLink })).toBeVisible();
  await page.waitForLoadState('networkidle');
  for (const name of Object.values(account.otherWays.providers)) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
});

test('a provider is asked with the return address; what it refuses leads back to the sign-in', async () => {
  const { page } = await journey.visit();
  await page.route('**/auth/v1/settings', (route) => route.fulfill({ json: { external: { google: true } } }));
  const asked: URL[] = [];
  await page.route('**/auth/v1/authorize?*', (route) => {
    const url = new URL(route.request().url());
    asked.push(url);
    const back = `${url.searchParams.get('redirect_to')}#error=access_denied&error_description=The+user+denied`;
    return route.fulfill({ status: 302, headers: { location: back } });
  });
  await page.goto('/admin?tab=users');
  await page.waitForURL('**/auth');
  await page.getByRole('button', { name: account.otherWays.providers.google }).click();
  await expectToast(page, ACCOUNT_MESSAGES.providerFailed);
  expect(asked.map(({ searchParams }) => searchParams.get('provider'))).toEqual(['google']);
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
  expect(page.url()).toBe(`${journey.app.url}/auth?by=provider&next=%2Fadmin%3Ftab%3Dusers`);
});
