import type { Page } from 'playwright';
import { test } from 'vitest';
import { contact } from '#site/content/contact.ts';
import { firm } from '#site/content/firm.ts';
import { MESSAGES } from '#site/messages.ts';
import { expect } from '../support/page-expect.ts';
import { hydrateForm } from '../support/islands.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';
import { randomAddress } from '../support/random-address.ts';
import { enquiryOf } from '../support/send-enquiry.ts';
import { expectToast } from '../support/toasts.ts';

const journey = setUpJourney();
const TRAP = 'main form [name=reference_page]';
const HELD_BACK = 'Not sent: too many messages at once';

async function write(page: Page, name: string): Promise<void> {
  await page.locator('main form [name=name]').fill(name);
  await page.locator('main form [name=email]').fill('meera@mills.example');
  await page.locator('main form [name=message]').fill('What comes second?');
}
const press = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click();

/** Each page has an address of its own, which limits count. */
async function visitFrom(address: string, javaScript = true) {
  const visit = await journey.visit({ javaScript });
  await visit.page.setExtraHTTPHeaders({ 'X-Forwarded-For': address });
  return visit;
}
async function exhaust(address: string): Promise<void> {
  const headers = { 'X-Forwarded-For': address };
  const send = () => fetch(`${journey.app.url}/api/v1.0/email/send`, { method: 'POST', headers, body: '{' });
  await Promise.all(Array.from({ length: 20 }, send));
}

test('the trap is invisible, not focusable, and not in the accessibility tree', async () => {
  const { page } = await journey.visit();
  await page.goto('/contact');
  await expect(page.locator(TRAP)).not.toBeInViewport();
  expect(await page.locator(TRAP).evaluate((field: HTMLInputElement) => [field.tabIndex, field.autocomplete])).toEqual([
    -1,
    'off',
  ]);
  await expect(page.getByRole('textbox')).toHaveCount(Object.keys(contact.form.fields).length);
});

test.each([{ javaScript: true }, { javaScript: false }])(
  'an enquiry with the trap filled in is delivered, and marked (JavaScript: $javaScript)',
  async ({ javaScript }) => {
    const { page } = await visitFrom(randomAddress(), javaScript);
    const name = `Trap ${javaScript}`;
    await page.goto('/contact');
    if (javaScript) await hydrateForm(page);
    await page
      .locator(TRAP)
      .evaluate((field: HTMLInputElement) => Object.assign(field, { value: 'https://spam.example' }));
    await write(page, name);
    await press(page);
    await expect(page.getByText(MESSAGES.enquirySent.title).first()).toBeVisible();
    const mail = await enquiryOf(journey.app, name);
    expect(mail.subject).toBe(`[Check] Enquiry from ${name}`);
    expect(mail.text).toContain('a hidden field was filled in');
  },
);

test('an enquiry that was written too fast is delivered and marked', async () => {
  const { page } = await visitFrom(randomAddress());
  await page.goto('/contact');
  await hydrateForm(page);
  // However long the browser took, the page was opened just now.
  await page.evaluate(() => Object.assign(performance, { now: () => 100 }));
  await page.locator('main form').evaluate((form: HTMLFormElement) => {
    const typed = { name: 'Hasty', email: 'hasty@mills.example', message: 'Now' };
    for (const [name, value] of Object.entries(typed)) Object.assign(form.elements.namedItem(name) ?? {}, { value });
    form.requestSubmit();
  });
  await expectToast(page, MESSAGES.enquirySent);
  expect((await enquiryOf(journey.app, 'Hasty')).subject).toBe('[Check] Enquiry from Hasty');
});

test('a rate-limited visitor keeps the text and is told how else to reach the firm', async () => {
  const address = randomAddress();
  const { page, expectConsoleError } = await visitFrom(address);
  expectConsoleError(failedResource(429));
  expectConsoleError(/^Failed to send the enquiry:/);
  await page.goto('/contact');
  await hydrateForm(page);
  await write(page, 'Busy');
  await exhaust(address);
  await press(page);
  await expectToast(page, MESSAGES.enquiryFailed);
  const notice = page.getByRole('alert').filter({ hasText: HELD_BACK });
  await expect(notice.locator(`a[href="tel:${firm.phone.e164}"]`)).toBeVisible();
  await expect(notice.locator(`a[href="mailto:${firm.email}"]`)).toBeVisible();
  await expect(page.locator('main form [name=message]')).toHaveValue('What comes second?');
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': randomAddress() });
  await press(page);
  await expectToast(page, MESSAGES.enquirySent);
  await expect(page.getByText(HELD_BACK)).toHaveCount(0);
});

test('a rate-limited visitor without JavaScript gets the same answer', async () => {
  const address = randomAddress();
  const { page, expectConsoleError } = await visitFrom(address, false);
  expectConsoleError(failedResource(429));
  await page.goto('/contact');
  await write(page, 'Busy');
  await exhaust(address);
  await press(page);
  await expect(page.getByRole('alert')).toContainText(HELD_BACK);
  await expect(page.getByRole('alert').locator('a')).toHaveCount(2);
  await expect(page.locator('main form [name=message]')).toHaveValue('What comes second?');
});
