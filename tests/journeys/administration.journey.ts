import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeAll, test } from 'vitest';
import { SESSION_KEY } from '#contract/browser-keys.ts';
import { ALL_ITEM_KINDS } from '#contract/items.ts';
import { account } from '#site/content/account.ts';
import { activity } from '#site/content/activity.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { frameWords } from '#site/content/navigation.ts';
import { listLeaders } from '#site/content/team.ts';
import { users } from '#site/content/users.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { PASSWORD_DUE_KEY } from '#site/gateway/account.ts';
import { ACCOUNT_MESSAGES, MESSAGES } from '#site/messages.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import type { VisitOptions } from '../support/browser.ts';
import { answerDialogs } from '../support/dialogs.ts';
import { holdWrites } from '../support/hold-requests.ts';
import { expect } from '../support/page-expect.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';
import {
  enterDashboard,
  makePerson,
  openDashboard,
  openMailedLink,
  type Person,
  signInAt,
  openUsersTab,
} from '../support/people.ts';
import { expectTargetSizes } from '../support/target-size.ts';
import { pageLinkIn } from '../support/test-app.ts';
import { expectToast } from '../support/toasts.ts';

const journey = setUpJourney();
const nameWords = users.ownName;
let admin: Person;

beforeAll(async () => {
  admin = await makePerson(journey.app, { admin: true });
});

async function openAsEditor(tab: string, options?: VisitOptions) {
  const visit = await journey.visit(options);
  const dialogs = answerDialogs(visit.page);
  await openDashboard(journey.app, visit.page, admin);
  await visit.page.getByRole('tab', { name: tab }).click();
  await visit.page.getByRole('table').waitFor();
  return { ...visit, dialogs };
}

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });

async function invite(page: Page, email: string, role: '' | 'admin' | 'writer' = ''): Promise<void> {
  await page.getByLabel(users.invite.email).fill(email);
  await page.getByLabel(users.invite.role).selectOption(role);
  await page.getByRole('button', { name: users.invite.submit }).click();
}

async function isAdministrator(email: string): Promise<boolean> {
  const rows = await journey.app.query(
    'select from admin_users a join auth.users u on u.id = a.user_id where u.email = $1',
    [email],
  );
  return rows.length === 1;
}

test('the Users tab fits, lists accounts, marks administrators and the own account, which cannot be deleted here, and finds an address; a person chooses a name, and is shown by it to others', async () => {
  const person = await makePerson(journey.app);
  const { page } = await openAsEditor(users.tab, { reducedMotion: true });
  await expect(rowOf(page, admin.email)).toContainText(`(${users.you})`);
  await expect(rowOf(page, admin.email).getByText(users.administrator, { exact: true })).toBeVisible();
  await expect(rowOf(page, person.email)).toContainText(users.noRights);
  await page.getByLabel(users.search).fill(person.email.slice(0, 12).toUpperCase());
  await expect(page.getByText(users.count(1), { exact: true })).toBeVisible();
  await expect(rowOf(page, admin.email)).toHaveCount(0);
  await expect(rowOf(page, person.email)).toHaveCount(1);
  await page.getByLabel(users.search).fill(admin.email);
  await expect(page.getByRole('button', { name: `${users.exportData} ${admin.email}` })).toBeVisible();
  await expect(page.getByRole('button', { name: `${users.deleteAccount} ${admin.email}` })).toHaveCount(0);
  const actions = rowOf(page, admin.email).getByRole('button');
  await expect(actions).toContainText([users.roles.writer.grant, users.exportData, users.roles.admin.revoke]);
  await page.getByLabel(users.search).fill('nobody-of-this-name');
  await expect(page.getByText(users.empty)).toBeVisible();
  await expectAccessibleLayout(page);

  await page.getByLabel(users.search).fill('');
  const own = page.getByRole('region', { name: nameWords.heading });
  await own.getByLabel(nameWords.choice).selectOption(nameWords.other);
  await own.getByRole('button', { name: nameWords.submit }).click();
  await expect(own.getByText(nameWords.errors.empty)).toBeVisible();
  await expect(own.getByLabel(nameWords.name)).toBeFocused();
  await own.getByLabel(nameWords.name).fill('\u202aAsha Rao\u202c');
  await own.getByRole('button', { name: nameWords.submit }).click();
  await expectToast(page, DASHBOARD_MESSAGES.nameSaved);
  await expect(rowOf(page, admin.email)).toContainText('Asha Rao');
  await expectAccessibleLayout(page);

  const leader = listLeaders()[0]!;
  await own.getByLabel(nameWords.choice).selectOption(leader.name);
  await own.getByRole('button', { name: nameWords.submit }).click();
  await expect(rowOf(page, admin.email)).toContainText(leader.name);
  await page.getByLabel(users.search).fill(leader.name.toUpperCase());
  await expect(page.getByText(users.count(1), { exact: true })).toBeVisible();
  const client = journey.app.client();
  await client.auth.signInWithPassword(admin);
  const category = { name: `Named ${randomUUID()}`, slug: `c-${randomUUID()}` };
  await client.from('categories').insert(category).throwOnError();

  const visit = await journey.visit();
  await openDashboard(journey.app, visit.page, await makePerson(journey.app, { admin: true }));
  await visit.page.getByRole('tab', { name: activity.tab }).click();
  await visit.page.getByLabel(activity.search).fill(leader.name);
  await expect(rowOf(visit.page, category.name)).toContainText(leader.name);
  await expect(visit.page.getByText(admin.email)).toHaveCount(0);
  await journey.app.query('delete from public.profiles');
});

test('an administrator grants and revokes the role and deletes an account, each time after a confirmation, and hands out what is held of it', async () => {
  const { email } = await makePerson(journey.app);
  const { page, dialogs } = await openAsEditor(users.tab);
  const grant = page.getByRole('button', { name: `${users.roles.admin.grant} ${email}` });
  const revoke = page.getByRole('button', { name: `${users.roles.admin.revoke} ${email}` });
  dialogs.say('no');
  await grant.click();
  const [asked] = dialogs.asked();
  expect(asked).toContain(users.roles.admin.grantQuestion(email));
  expect(asked).toMatch(/The address was confirmed on \w+ \d+, \d{4} by the operator of the site\.$/);
  expect(await isAdministrator(email)).toBe(false);

  dialogs.say('yes');
  await grant.click();
  await expectToast(page, DASHBOARD_MESSAGES.roles.admin.granted(email));
  await expect(rowOf(page, email).getByText(users.administrator, { exact: true })).toBeVisible();
  expect(await isAdministrator(email)).toBe(true);

  dialogs.asked();
  await revoke.click();
  await expectToast(page, DASHBOARD_MESSAGES.roles.admin.revoked(email));
  expect(dialogs.asked()).toEqual([users.roles.admin.revokeQuestion(email)]);
  await expect(rowOf(page, email)).toContainText(users.noRights);
  expect(await isAdministrator(email)).toBe(false);

  await page.getByLabel(users.search).fill(email);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `${users.exportData} ${email}` }).click(),
  ]);
  await expectToast(page, DASHBOARD_MESSAGES.accountExported(email));
  const { account: exported } = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(exported).toMatchObject({ email });
  expect(file.suggestedFilename()).toBe(users.exportName(exported.id));

  const remove = page.getByRole('button', { name: `${users.deleteAccount} ${email}` });
  dialogs.say('no');
  await remove.click();
  expect(dialogs.asked()).toEqual([users.deleteQuestion(email)]);
  const accounts = () => journey.app.query('select from auth.users where email = $1', [email]);
  expect(await accounts()).toHaveLength(1);
  dialogs.say('yes');
  await remove.click();
  await expectToast(page, DASHBOARD_MESSAGES.accountDeleted(email));
  await expect(page.getByText(users.empty)).toBeVisible();
  expect(await accounts()).toEqual([]);
});

test('the last administrator cannot be removed, and the reason is shown', async () => {
  const { page, dialogs, expectConsoleError } = await openAsEditor(users.tab);
  await journey.app.query('delete from admin_users where user_id <> (select id from auth.users where email = $1)', [
    admin.email,
  ]);
  expectConsoleError(failedResource(400));
  expectConsoleError(/^The rights could not be changed:/);
  await page.getByRole('button', { name: `${users.roles.admin.revoke} ${admin.email}` }).click();
  expect(dialogs.asked()).toEqual([users.revokeSelfQuestion]);
  await expectToast(page, DASHBOARD_MESSAGES.lastAdministrator);
  await expect(rowOf(page, admin.email).getByText(users.administrator, { exact: true })).toBeVisible();
  expect(await isAdministrator(admin.email)).toBe(true);
});

test('an invitation arrives by mail, its link asks for a password, and it grants rights only where requested; who leaves without a password is offered the form again, here and in another browser', async () => {
  const { page } = await openAsEditor(users.tab);
  for (const role of ['writer', ''] as const) {
    const person = { email: `${randomUUID()}@guest.example`, password: 'chosen by the guest' };
    await invite(page, `\u202a${person.email}\u202c`, role);
    await expectToast(page, DASHBOARD_MESSAGES.invited(person.email));
    await expect(page.getByLabel(users.invite.email)).toHaveValue('');
    await expect(page.getByLabel(users.invite.role)).toHaveValue('');
    await expect(rowOf(page, person.email)).toContainText(/Invited on/);

    const { page: guest } = await journey.visit();
    const mail = await journey.app.mailTo(person.email);
    if (role) expect(mail.text.replace(/\s+/g, ' ')).toContain(` as ${users.invite.as[role]}.`);
    await openMailedLink(guest, pageLinkIn(mail));
    await expect(guest.getByRole('heading', { name: account.newPassword.heading })).toBeFocused();
    await guest.getByLabel(account.fields.newPassword).fill(person.password);
    await guest.getByRole('button', { name: account.newPassword.submit }).click();
    await expectToast(guest, ACCOUNT_MESSAGES.passwordChanged);
    await guest.waitForURL(`${journey.app.url}/`);

    await guest.goto('/admin');
    if (role) await expect(guest.getByRole('tab')).toHaveCount(1);
    else await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
    expect(await isAdministrator(person.email)).toBe(false);
  }

  const person = { email: `${randomUUID()}@guest.example`, password: 'chosen by the guest' };
  await invite(page, person.email, 'admin');
  await expectToast(page, DASHBOARD_MESSAGES.invited(person.email));
  const heading = { name: account.newPassword.heading };

  const { page: leaving } = await journey.visit();
  const mail = await journey.app.mailTo(person.email);
  expect(mail.text.replace(/\s+/g, ' ')).toContain(` as ${users.invite.as.admin}.`);
  await openMailedLink(leaving, pageLinkIn(mail));
  await expect(leaving.getByRole('heading', heading)).toBeFocused();
  await leaving.reload();
  await expect(leaving.getByText(account.newPassword.firstText)).toBeVisible();
  await leaving.evaluate((key) => localStorage.removeItem(key), PASSWORD_DUE_KEY);
  await leaving.goto('/admin');
  await leaving.waitForURL('**/auth');
  await expect(leaving.getByRole('heading', heading)).toBeVisible();
  const session = await leaving.evaluate((key) => localStorage.getItem(key) ?? '', SESSION_KEY);

  const { page: later } = await journey.visit();
  await later.goto('/robots.txt');
  await later.evaluate(([key, value]) => localStorage.setItem(key, value), [SESSION_KEY, session] as const);
  await later.goto('/admin');
  await later.getByLabel(account.fields.newPassword).fill(person.password);
  await expectAccessibleLayout(later);
  await later.getByRole('button', { name: account.newPassword.submit }).click();
  await expectToast(later, ACCOUNT_MESSAGES.passwordChanged);
  await later.waitForURL('**/admin');
  await expect(later.getByRole('tab')).toHaveCount(ALL_ITEM_KINDS.length + 7);
  expect(await isAdministrator(person.email)).toBe(true);
  const { page: last } = await journey.visit();
  await enterDashboard(last, person);
});

test('the own password is changed in the dashboard, with its errors, and ends the other sessions', async () => {
  const person = await makePerson(journey.app, { admin: true });
  const { page, expectConsoleError } = await journey.visit({ reducedMotion: true });
  await openDashboard(journey.app, page, person);
  const other = await journey.visit();
  await openDashboard(journey.app, other.page, person);
  await openUsersTab(page);
  const words = account.changePassword;
  await page.getByRole('button', { name: words.open }).click();
  await expect(page.getByRole('heading', { name: words.heading })).toBeFocused();
  await expectAccessibleLayout(page);
  await expectTargetSizes(page);
  const field = page.getByLabel(account.fields.newPassword);
  const submit = page.getByRole('button', { name: words.submit });

  await field.fill('12345');
  await submit.click();
  await expectToast(page, MESSAGES.weakPassword);
  await expect(field).toBeFocused();
  expectConsoleError(failedResource(422));
  await field.fill(person.password);
  await submit.click();
  await expect(page.getByText(account.advice['same_password']?.text ?? '')).toBeVisible();
  await page.getByRole('button', { name: account.show.label }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await field.fill('quite another password');
  await submit.click();
  await expectToast(page, ACCOUNT_MESSAGES.passwordChanged);
  await expect(page.getByRole('button', { name: words.open })).toBeFocused();
  await page.reload();
  await page.getByRole('tablist').waitFor();

  other.expectConsoleError(failedResource(403));
  await other.page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, SESSION_KEY);
  other.expectConsoleError(failedResource(400));
  await other.page.goto('/admin');
  await other.page.waitForURL('**/auth');
});

test('an error of an invitation is shown beside the field, which keeps the address; one is withdrawn, and its link then says whom to ask; the code of one opens the account too, on the page of its link', async () => {
  const { page, dialogs, expectConsoleError } = await openAsEditor(users.tab, { reducedMotion: true });
  await invite(page, 'nobody@nowhere');
  const field = page.getByLabel(users.invite.email);
  await expect(field).toHaveAccessibleDescription(users.invite.errors['email'] ?? '');
  await expect(field).toBeFocused();
  await expectAccessibleLayout(page);

  expectConsoleError(failedResource(422));
  expectConsoleError(/^Failed to send the invitation:/);
  await invite(page, admin.email);
  await expectToast(page, DASHBOARD_MESSAGES.inviteFailed(users.invite.errors['email_exists'] ?? ''));
  await expect(field).toHaveAccessibleDescription(users.invite.errors['email_exists'] ?? '');
  await expect(field).toHaveValue(admin.email);

  const email = `${randomUUID()}@guest.example`;
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('/auth/v1/invite') && sent.push(request.url()));
  const send = await holdWrites(page, '**/auth/v1/invite*');
  await invite(page, email);
  for (let n = 0; n < 2; n += 1) await field.press('Enter');
  // The next one, which is typed during the first.
  await field.fill('next@guest.example');
  send();
  await expectToast(page, DASHBOARD_MESSAGES.invited(email));
  await expect(rowOf(page, email)).toContainText(/valid until/);
  await expect(field).toHaveValue('next@guest.example');
  expect(sent).toHaveLength(1);
  const link = pageLinkIn(await journey.app.mailTo(email));
  await page.getByRole('button', { name: `${users.withdraw} ${email}` }).click();
  expect(dialogs.asked().at(-1)).toBe(users.withdrawQuestion(email));
  await expectToast(page, DASHBOARD_MESSAGES.invitationWithdrawn(email));

  const { page: guest, ...visit } = await journey.visit({ reducedMotion: true });
  visit.expectConsoleError(failedResource(403));
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: account.mailedLink.kinds.invite.heading })).toBeVisible();
  await expectAccessibleLayout(guest);
  await guest.getByRole('button', { name: account.mailedLink.kinds.invite.submit }).click();
  await expect(guest.getByText(account.mailedLink.expired.invite)).toBeVisible();
  await expectAccessibleLayout(guest);
  await expectTargetSizes(guest);

  const coded = `${randomUUID()}@guest.example`;
  await invite(page, coded);
  const mail = await journey.app.mailTo(coded);
  const { page: other } = await journey.visit();
  await other.goto(pageLinkIn(mail));
  await other.getByRole('button', { name: account.mailedLink.toCode }).click();
  await other.getByLabel(account.fields.email).fill(coded);
  await other.getByLabel(account.emailLink.code.label).fill(/\b\d{6}\b/.exec(mail.text)?.[0] ?? '');
  await other.getByRole('button', { name: account.mailedLink.kinds.invite.submit }).click();
  await expect(other.getByRole('heading', { name: account.newPassword.heading })).toBeFocused();
});

test('Activity lists who did what, newest first, in pages that are links, and can be filtered by kind', async () => {
  const client = journey.app.client();
  await client.auth.signInWithPassword(admin);
  await client
    .from('blog_posts')
    .insert({ title: 'Written for the record', slug: 'for-the-record', content: 'Words' })
    .throwOnError();
  await journey.app.service.from('categories').insert({ name: 'By the server', slug: 'by-the-server' }).throwOnError();
  const { page } = await openAsEditor(activity.tab);
  const entries = page.locator('tbody').getByRole('row');
  await expect(entries.nth(0)).toContainText('Created the category By the server');
  await expect(entries.nth(0)).toContainText(activity.operator);
  await expect(entries.nth(1)).toContainText('Created the post Written for the record');
  await expect(entries.nth(1).getByRole('cell').nth(1)).toHaveText(admin.email);
  const moment = await entries.nth(1).locator('time').getAttribute('datetime');
  expect(Math.abs(Date.now() - Date.parse(moment ?? ''))).toBeLessThan(120_000);

  await page.getByLabel(activity.filter).selectOption({ label: 'Posts' });
  await expect(entries).toHaveCount(1);
  await page.getByLabel(activity.search).fill('no such title');
  await expect(page.getByText(activity.noMatch)).toBeVisible();

  await journey.app.query(
    `insert into activity (verb, subject, subject_id, title)
     select 'changed', 'post', n::text, 'Entry ' || n || ' of 100%' from generate_series(1, 60) n`,
  );
  await page.goto('/admin?tab=activity');
  await expect(entries.nth(0)).toContainText('Entry 60');
  await page.getByRole('link', { name: dashboard.pages.next }).click();
  await expect(entries.nth(0)).toContainText('Entry 10');
  expect(new URL(page.url()).search).toBe('?tab=activity&activity-page=2');
  await expectAccessibleLayout(page);
  await page.getByLabel(activity.search).fill('entry 7 of 100%');
  await expect(page.getByText(activity.count(1), { exact: true })).toBeVisible();
  await expect(entries).toHaveCount(1);
  expect(new URL(page.url()).search).toBe('?tab=activity&activity-search=entry+7+of+100%25');
});

test('the header of a static page has a link to the dashboard for administrators only', async () => {
  const { page } = await journey.visit();
  const link = page.locator('header').getByRole('link', { name: frameWords.dashboard, exact: true });
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(link).toHaveCount(0);

  await enterDashboard(page, admin);
  await page.getByRole('tablist').waitFor();
  await page.goto('/about');
  await expect(link).toBeVisible();
  await page.setViewportSize({ width: 375, height: 812 });
  await expect(link).toHaveCount(0);
  await page.getByRole('button', { name: frameWords.openMenu }).click();
  await link.click();
  await page.waitForURL('**/admin');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/auth');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/about');
  await expect(link).toHaveCount(0);

  const { page: other } = await journey.visit();
  await signInAt(other, await makePerson(journey.app));
  await other.goto('/about');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(other.locator('header').getByRole('link', { name: frameWords.dashboard, exact: true })).toHaveCount(0);
});
