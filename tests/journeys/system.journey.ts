import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { activity } from '#site/content/activity.ts';
import { mail } from '#site/content/mail.ts';
import { system } from '#site/content/system.ts';
import { users } from '#site/content/users.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { WIDTHS, afterChanges, expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';
import { overflowX } from '../support/overflow.ts';
import { type Person, makePerson, openDashboard } from '../support/people.ts';
import { expectTargetSizes } from '../support/target-size.ts';
import { expectToast } from '../support/toasts.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

/** One place for all instances. */
const backups = await mkdtemp(join(tmpdir(), 'backups-'));
const journey = setUpJourney({ env: { BACKUP_TO: backups, BACKUP_EVERY: 'off' } });
afterAll(() => rm(backups, { recursive: true }));
let admin: Person;

beforeAll(async () => {
  admin = await makePerson(journey.app, { admin: true });
});
beforeEach(async () => {
  await journey.app.query('delete from mail.outbox');
  await journey.app.query('delete from operator.backups');
});

async function openSystem(page: Page): Promise<void> {
  await openDashboard(journey.app, page, admin);
  await page.getByRole('tab', { name: system.tab }).click();
  await page.locator('.findings').first().waitFor();
}

/** A message that was rejected, and that no delivery changes by itself during the test. Returns its recipient. */
async function insertRejected(reason = '550 5.1.1 No such mailbox'): Promise<string> {
  const recipient = `${randomUUID()}@customer.example`;
  await journey.app.query(
    `insert into mail.outbox (id, kind, recipient, subject, text_body, created_at, attempts, next_attempt_at,
       refused_at, refused_with, last_error, reported_at)
     values (gen_random_uuid(), 'enquiry', $1, 'A subject', 'A secret', now() - interval '2 days', 3,
       now() + interval '1 day', now() - interval '2 days', 'other settings', $2, now())`,
    [recipient, reason],
  );
  return recipient;
}

async function insertBackup(isEncrypted: boolean): Promise<string> {
  const file = `backup-${randomUUID().slice(0, 8)}.tar${isEncrypted ? '.age' : ''}`;
  await writeFile(join(backups, file), 'the bytes');
  await journey.app.query(
    `insert into operator.backups (file, place, bytes, is_encrypted, started_at, finished_at, verified_at)
     values ($1, $2, 48300000, $3, now(), now(), case when $3 then now() end)`,
    [file, backups, isEncrypted],
  );
  return file;
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('checks, an encrypted backup and a test message can be asked for, and say what to do where they fail', async () => {
  const { page } = await journey.visit();
  await openSystem(page);
  const first = page.locator('.finding').first();
  await expect(first).toHaveClass(/finding--bad/);
  await expect(first).toContainText('No backup has been made.');
  await expect(first).toContainText(system.checks.remedy);
  await expect(page.locator('.findings--good')).toContainText('PostgreSQL');

  const encrypted = await insertBackup(true);
  await page.getByRole('button', { name: system.checks.again }).click();
  await expect(page.locator('.finding--bad')).toHaveCount(0);
  await expect(page.locator('.findings--good')).toContainText('The last backup is a moment old');

  const plain = await insertBackup(false);
  await page.reload();
  await expect(rowOf(page, plain).getByRole('button')).toHaveCount(0);
  await expect(page.getByText(system.backups.whyNoDownload)).toBeVisible();
  await expect(rowOf(page, encrypted)).toContainText('48.3 MB');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    rowOf(page, encrypted).getByRole('button', { name: system.backups.download }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(encrypted);

  const send = page.getByRole('button', { name: system.mail.test });
  await send.click();
  await expect(page.getByText(system.mail.tested(admin.email))).toBeVisible();
  expect((await journey.app.mailTo(admin.email)).subject).toContain('Test message');

  await journey.app.smtp.stop();
  try {
    await send.click();
    await expect(page.getByText(system.mail.testFailed)).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('Check host and port of the mail server');
    await expectAccessibleLayout(page);
  } finally {
    await journey.app.smtp.start();
  }
});

test('an undelivered enquiry is red on every tab, is read with its reason in the System tab, and arrives when it is tried again; all are tried again at once', async () => {
  const recipient = await insertRejected();
  const { page } = await journey.visit();
  await openDashboard(journey.app, page, admin);
  await page.getByRole('button', { name: mail.openSystem }).click();
  const row = rowOf(page, recipient);
  await expect(row).toContainText(system.mail.states.rejected);
  await expect(row).toContainText('No such mailbox');
  await expect(page.locator('.dashboard')).not.toContainText('A secret');
  await expect(page.getByText(mail.title(1))).toBeVisible();
  await expect(page.getByRole('button', { name: mail.openSystem })).toHaveCount(0);
  for (const name of [users.tab, activity.tab, system.tab]) {
    await page.getByRole('tab', { name }).click();
    await expect(page.locator('.notice--danger').filter({ hasText: mail.enquiries })).toBeVisible();
  }
  await expect(page.locator('.finding--bad').filter({ hasText: '1 enquiry has reached nobody' })).toBeVisible();
  await row.getByRole('button', { name: system.mail.read }).click();
  await expect(page.getByRole('dialog')).toContainText('A secret');
  await expectAccessibleLayout(page);
  await page.getByRole('button', { name: system.mail.close }).click();
  await expect(page.getByText('A secret')).toHaveCount(0);
  await row.getByRole('button', { name: system.mail.retry }).click();
  await expectToast(page, DASHBOARD_MESSAGES.mailRetried(1));
  expect((await journey.app.mailTo(recipient)).text).toContain('A secret');
  await expect(page.getByText(system.mail.empty)).toBeVisible();

  const recipients = [await insertRejected(), await insertRejected()];
  await page.reload();
  await expect(page.getByText(system.mail.count(2), { exact: true })).toBeVisible();
  await page.getByRole('button', { name: system.mail.retryAll }).click();
  await expectToast(page, DASHBOARD_MESSAGES.mailRetried(2));
  for (const one of recipients) await journey.app.mailTo(one);
  await expect(page.getByText(system.mail.empty)).toBeVisible();
});

test('the tab fits each width, with long reasons and names, and its times have at most milliseconds', async () => {
  await insertRejected(`550 ${'a-reason-without-spaces-'.repeat(12)}`);
  await insertBackup(true);
  const { page } = await journey.visit({ reducedMotion: true });
  await openSystem(page);
  await rowOf(page, 'customer.example').waitFor();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 812 });
    await afterChanges(page);
    await expectTargetSizes(page);
    expect(await overflowX(page), `at ${width} px`).toBeLessThanOrEqual(0);
  }
  const times = await page.locator('td time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
  expect(times).toHaveLength(2);
  for (const time of times) expect(time).toMatch(/:\d\d\.\d{3}Z$/);
});

test('errors of the service are shown in their section, and the others work; a backup is made by a button, which tells its progress and its result', async () => {
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(failedResource(503));
  expectConsoleError(/^The site could not be checked:/);
  await page.route('**/system/v1/checks', (route) =>
    route.fulfill({ status: 503, json: { code: 'database_unavailable', message: 'The database does not answer.' } }),
  );
  await openDashboard(journey.app, page, admin);
  await page.getByRole('tab', { name: system.tab }).click();
  const failed = page.getByRole('tabpanel').getByText(system.checks.failed);
  await expect(failed).toBeVisible();
  await expect(page.getByText(system.mail.empty)).toBeVisible();
  await expect(page.getByText(system.backups.empty)).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: system.checks.again }).click();
  await page.locator('.findings').first().waitFor();
  await expect(failed).toHaveCount(0);

  await expect(page.getByText(system.backups.empty)).toBeVisible();
  await page.getByRole('button', { name: system.backups.make }).click();
  await expect(page.getByRole('button', { name: system.backups.making })).toBeVisible();
  await expectToast(page, DASHBOARD_MESSAGES.backupStarted);
  await expect(page.getByText(system.backups.unverified)).toBeVisible(LONG);
  await expect(page.getByText(/Last made on /)).toBeVisible();
  await expect(page.getByRole('button', { name: system.backups.make })).toBeEnabled();
});
