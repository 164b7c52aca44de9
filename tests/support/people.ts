import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { SESSION_KEY } from '#contract/browser-keys.ts';
import type { TestApp } from './test-app.ts';
import { account } from '#site/content/account.ts';
import { users } from '#site/content/users.ts';

export type Person = { email: string; password: string };

/** Creates a confirmed account, with rights if asked. */
export async function makePerson(
  app: TestApp,
  { admin = false, writer = false }: { admin?: boolean; writer?: boolean } = {},
): Promise<Person> {
  const person = { email: `${randomUUID()}@person.example`, password: 'a long password' };
  await app.signIn({ admin, writer, ...person });
  return person;
}

/** Fills in and submits the open form of /auth. Does not wait for the answer. */
export async function sendCredentials(page: Page, { email, password }: Person): Promise<void> {
  const form = page.locator('form:visible');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.locator('[type=submit]').click();
}

/** In the dialog over a dashboard whose session has ended. */
export async function signInAgain(page: Page, { email, password }: Person): Promise<void> {
  const dialog = page.getByRole('dialog', { name: account.signInAgain.title });
  await dialog.getByLabel(account.fields.email).fill(email);
  await dialog.getByLabel(account.fields.password, { exact: true }).fill(password);
  await dialog.getByRole('button', { name: account.signIn.submit }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Opens the link of an account mail and presses the button of its page, which alone uses the link up. */
export async function openMailedLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.locator('form:visible [type=submit]').click();
}

/** Signs in at /auth and waits for the home page. */
export async function signInAt(page: Page, person: Person): Promise<void> {
  await page.goto('/auth');
  await sendCredentials(page, person);
  await page.waitForURL((url) => url.pathname === '/');
}

/** Opens /admin, is redirected to /auth, signs in and is redirected back. */
export async function enterDashboard(page: Page, person: Person): Promise<void> {
  await page.goto('/admin');
  await page.waitForURL('**/auth');
  await sendCredentials(page, person);
  await page.waitForURL('**/admin');
}

/** Stores a session of the account in the browser, without the form, and opens the dashboard, or a form of it. */
export async function openDashboard(app: TestApp, page: Page, person: Person, path = '/admin'): Promise<void> {
  const { data, error } = await app.client().auth.signInWithPassword(person);
  if (error) throw error;
  const stored = [SESSION_KEY, JSON.stringify(data.session)] as const;
  const script = await page.addInitScript(([key, session]) => {
    try {
      localStorage.setItem(key, session);
    } catch {
      // The blank page before it has no storage.
    }
  }, stored);
  await page.goto(path);
  await script.dispose();
  await page.getByRole('tablist').or(page.locator('.item-form')).first().waitFor();
}

/**
 * Opens the tab of users and waits for what it shows later. Until then its buttons move: a press that begins on one
 * ends beside it, and is none.
 */
export async function openUsersTab(page: Page): Promise<void> {
  await page.getByRole('tab', { name: users.tab }).click();
  await page.getByRole('table').waitFor();
  for (const name of [users.policy.heading, users.ownName.heading]) await page.getByRole('heading', { name }).waitFor();
}
