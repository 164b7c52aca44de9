import { beforeEach, test } from 'vitest';
import { activity } from '#site/content/activity.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { mail } from '#site/content/mail.ts';
import { system } from '#site/content/system.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { openDashboard } from '../support/people.ts';
import { failedResource } from '../support/journey.ts';
import { setUpPostEditor } from '../support/post-editor.ts';

const { journey, editor, openAsEditor } = setUpPostEditor();
// A report of them, which the app writes itself, may be on its way: its row stays.
const clearOutbox = () => journey.app.query("delete from mail.outbox where kind <> 'undeliverable'");
beforeEach(clearOutbox);

/** Undelivered messages that no delivery changes during a test. */
async function insertMail(count: number, changes: { kind?: string; givenUp?: boolean } = {}): Promise<void> {
  const { kind = 'enquiry', givenUp = false } = changes;
  await journey.app.query(
    `insert into mail.outbox (id, kind, recipient, subject, text_body, created_at, attempts, next_attempt_at,
       refused_at, refused_with, last_error, given_up_at)
     select gen_random_uuid(), $1, 'office@firm.example', 'A secret', 'A secret', now() - interval '2 days', 2,
       now() + interval '1 day', now() - interval '2 days', 'other settings',
       'EENVELOPE: Can''t send mail - all recipients were rejected: 554 5.7.1 <office@firm.example>: Relay access denied',
       case when $2 then now() end
     from generate_series(1, $3::int)`,
    [kind, givenUp, count],
  );
}

test('without undelivered messages the dashboard has no notice; one is shown with kind, recipient, dates and error; the notice shows the twenty oldest, and is put away until another message fails', async () => {
  const { page } = await journey.visit();
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/rest/v1/undelivered_mail')) statuses.push(response.status());
  });
  await openDashboard(journey.app, page, editor());
  await expect.poll(() => statuses).toEqual([200]);
  await expect(page.locator('.dashboard .notice')).toHaveCount(0);

  await insertMail(1);
  await insertMail(1, { kind: 'confirmation', givenUp: true });
  await page.reload();
  await expect(page.getByText(mail.title(2))).toBeVisible();
  await page.getByText(mail.show).click();
  const items = page.locator('.undelivered-notice li');
  await expect(items).toHaveCount(2);
  const refused = items.filter({ hasText: mail.kinds['enquiry'] ?? '' });
  await expect(refused).toContainText('office@firm.example');
  await expect(refused).toContainText('Relay access denied');
  await expect(refused).toContainText('next try');
  await expect(items.filter({ hasText: mail.kinds['confirmation'] ?? '' })).toContainText(mail.givenUp);
  await expect(page.locator('.dashboard')).not.toContainText('A secret');
  await expectAccessibleLayout(page);

  await clearOutbox();
  await insertMail(23, { givenUp: true });
  await page.reload();
  await expect(page.getByText(mail.title(23))).toBeVisible();
  await page.getByText(mail.show).click();
  await expect(page.locator('.undelivered-notice li')).toHaveCount(20);
  await expect(page.getByText(mail.more(20))).toBeVisible();
  await page.getByRole('button', { name: mail.putAway }).click();
  await expect(page.getByText(mail.title(23))).toHaveCount(0);
  await page.reload();
  await page.getByRole('tab', { name: activity.tab }).click();
  await expect(page.locator('.dashboard')).not.toContainText('could not be delivered');
  await insertMail(1, { givenUp: true });
  await page.reload();
  await expect(page.getByText(mail.title(24))).toBeVisible();
});

test('the notice is one line above an open post, on a phone too', async () => {
  await insertMail(2);
  const { page } = await openAsEditor({ reducedMotion: true });
  await page.getByRole('button', { name: dashboard.posts.create }).click();
  const line = page.getByRole('status').filter({ hasText: mail.title(2) });
  await expect(line).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 812 });
    expect((await line.boundingBox())?.height, `at ${width} px`).toBeLessThanOrEqual(48);
  }
  await expectAccessibleLayout(page);
  await line.getByRole('button', { name: mail.open }).click();
  await expect(page.getByRole('tab', { name: system.tab })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText(mail.text)).toBeVisible();
});

test('an error of the query is shown with a retry', async () => {
  await insertMail(1);
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(failedResource(500));
  await page.route('**/rest/v1/undelivered_mail*', (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken', details: null, hint: null } }),
  );
  await openDashboard(journey.app, page, editor());
  await expect(page.getByText(mail.failed)).toBeVisible();
  await expectAccessibleLayout(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: mail.checkAgain }).click();
  await expect(page.getByText(mail.title(1))).toBeVisible();
});
