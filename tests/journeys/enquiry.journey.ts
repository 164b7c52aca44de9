import type { Page } from 'playwright';
import { test } from 'vitest';
import { ENQUIRY_FIELDS } from '#contract/forms/enquiry.ts';
import { ENQUIRY_MIN_OPEN_MS } from '#contract/limits.ts';
import { contact } from '#site/content/contact.ts';
import { firm } from '#site/content/firm.ts';
import { MESSAGES } from '#site/messages.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { blockStorage, shortenTimeouts } from '../support/browser.ts';
import { expect } from '../support/page-expect.ts';
import { hydrateForm } from '../support/islands.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';
import { enquiryOf, submitEnquiry } from '../support/send-enquiry.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';

// Of its own: more enquiries of one address than a shared site accepts.
const journey = setUpJourney({ isAlone: true });
journey.expectLogged(/Mail not delivered; it is tried again/);
journey.expectLogged(/An enquiry could not be accepted|The mail service answered 500/);
const words = contact.form;

const field = (page: Page, name: string) => page.locator(`main form [name=${name}]`);
/** Before hydration the form would be submitted as a document. */
const openForm = async (page: Page) => {
  await page.goto('/contact');
  await hydrateForm(page);
};

test('the form requires name, e-mail and a message of six rows; the phone is optional', async () => {
  const { page } = await journey.visit({ reducedMotion: true });
  await openForm(page);
  await expect(page.getByLabel('Full Name')).toHaveAttribute('required');
  await expect(field(page, 'email')).toHaveAttribute('type', 'email');
  await expect(field(page, 'email')).toHaveAttribute('required');
  await expect(field(page, 'phone')).not.toHaveAttribute('required');
  await expect(field(page, 'message')).toHaveAttribute('rows', '6');
  await expect(field(page, 'message')).toHaveAttribute('required');
  await submitEnquiry(page, { email: 'meera' });
  const { name, email, message } = words.fields;
  const errors = [name.errors.required, email.errors['invalid-email'], message.errors.required];
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(errors as string[]);
  await field(page, 'phone').focus();
  await page.locator('main form [type=submit]').click();
  await expect(page.locator('.error-summary')).toBeFocused();
  await expectAccessibleLayout(page);

  // A phone that is folded.
  await page.setViewportSize({ width: 280, height: 653 });
  const { x = 0, width = 0 } = (await field(page, 'name').boundingBox()) ?? {};
  expect(x + width).toBe(280 - x);
});

test('while sending the button is disabled and reads Sending...; then the form is cleared and the mail arrives', async () => {
  const { page } = await journey.visit();
  await openForm(page);
  const button = page.locator('main form [type=submit]');
  let sent: unknown;
  await page.route('**/email/send', async (route) => {
    sent = route.request().postDataJSON().template_params;
    await page.getByRole('button', { name: 'Sending...', disabled: true }).waitFor();
    await route.continue();
  });
  // A faster enquiry would be marked.
  await page.waitForTimeout(ENQUIRY_MIN_OPEN_MS);
  await submitEnquiry(page, {
    name: 'Meera Nair',
    email: '\u202ameera@mills.example\u200b',
    phone: '+91 141 234 5678',
    message: 'Two lines,\nnot one.',
  });
  await expectToast(page, MESSAGES.enquirySent);
  await expect(page.locator('.toast .corner-button')).toHaveCSS('position', 'absolute');
  expect(sent).toEqual({
    from_name: 'Meera Nair',
    from_email: 'meera@mills.example',
    phone: '+91 141 234 5678',
    message: 'Two lines,\nnot one.',
    to_name: firm.enquiryTeam,
  });
  await expect(button).toHaveText('Send Message');
  await expect(button).toBeEnabled();
  for (const name of Object.keys(ENQUIRY_FIELDS)) await expect(field(page, name)).toHaveValue('');
  const mail = await enquiryOf(journey.app, 'Meera Nair');
  expect(mail.subject).toBe('Enquiry from Meera Nair');
  expect(mail.replyTo).toBe('meera@mills.example');
  expect(mail.text).toContain('Two lines,\nnot one.');

  // EmailJS's client cannot be loaded where the browser blocks storage.
  const blocked = await journey.visit();
  await blockStorage(blocked.page);
  await openForm(blocked.page);
  await submitEnquiry(blocked.page, { name: 'Without storage', email: 'w@mills.example', message: 'Still sent' });
  await expectToast(blocked.page, MESSAGES.enquirySent);
  expect((await enquiryOf(journey.app, 'Without storage')).text).toContain('Still sent');
});

test('without mail settings the form reports this and sends nothing; an error while sending, the answer of another page, and none at all are shown and logged; the text stays in the form', async () => {
  const { page, consoleErrors, expectConsoleError } = await journey.visit();
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('/email/send') && sent.push(request.url()));
  await shortenTimeouts(page);
  await openForm(page);
  for (const setting of ['emailjs_service_id', 'emailjs_template_id', 'emailjs_public_key']) {
    await page.evaluate((key) => {
      localStorage.clear();
      localStorage.setItem(key, '');
    }, setting);
    await submitEnquiry(page, { name: 'Nobody', email: 'nobody@mills.example', message: 'Into the void' });
    await expectToast(page, MESSAGES.mailNotConfigured);
    await expect(field(page, 'message')).toHaveValue('Into the void');
    await dismissToasts(page);
  }
  expect(sent).toEqual([]);

  await page.evaluate(() => localStorage.clear());
  expectConsoleError(failedResource(500));
  const broken = { status: 500, body: 'broken' };
  const otherPage = { status: 200, body: '<p>Sign in to this network first.</p>' };
  for (const answer of [broken, otherPage, null]) {
    await page.route('**/email/send', (route) => answer && route.fulfill(answer));
    await submitEnquiry(page, { name: 'Meera', email: 'meera@mills.example', message: 'Kept' });
    await expectToast(page, MESSAGES.enquiryFailed);
    await expect(field(page, 'message')).toHaveValue('Kept');
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled();
    expect(consoleErrors.splice(0).join('\n')).toContain('Failed to send the enquiry:');
    await dismissToasts(page);
  }
});

test('an enquiry is accepted while the mail server is down, and arrives when it is back', async () => {
  const { app } = journey;
  const { page } = await journey.visit();
  await openForm(page);
  await app.smtp.stop();
  try {
    await submitEnquiry(page, { name: 'Patient', email: 'patient@mills.example', message: 'I can wait' });
    await expectToast(page, MESSAGES.enquirySent);
    await expect
      .poll(async () => (await app.query('select from mail.outbox where delivered_at is null and attempts > 0')).length)
      .toBe(1);
    expect(app.mails().filter(({ subject }) => subject.includes('Patient'))).toEqual([]);
  } finally {
    await app.smtp.start();
  }
  expect((await enquiryOf(journey.app, 'Patient')).text).toContain('I can wait');
});

test('without JavaScript the enquiry is sent, and the page confirms it', async () => {
  const { page } = await journey.visit({ javaScript: false });
  await page.goto('/contact');
  await submitEnquiry(page, { name: 'Plain Post', email: 'plain@mills.example', message: 'No script here' });
  await expect(page.getByRole('status')).toContainText(MESSAGES.enquirySent.title);
  await expect(page.getByRole('status')).toContainText(MESSAGES.enquirySent.description);
  expect((await enquiryOf(journey.app, 'Plain Post')).text).toContain('No script here');
});

test('without JavaScript errors are shown, and what was typed is kept', async () => {
  const { page, expectConsoleError } = await journey.visit({ javaScript: false });
  expectConsoleError(failedResource(400));
  await page.goto('/contact');
  await submitEnquiry(page, { name: 'Plain Post', email: 'plain', message: 'Still here' });
  await expect(page.locator('.error-summary a')).toHaveText([words.fields.email.errors['invalid-email'] ?? '']);
  await expect(field(page, 'name')).toHaveValue('Plain Post');
  await expect(field(page, 'email')).toHaveValue('plain');
  await expect(field(page, 'message')).toHaveValue('Still here');
});

test('a form that the server could not send before its code arrived keeps what is typed then, and is cleared when the browser sends it, without the error', async () => {
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(failedResource(503));
  let arrive = (): void => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/react-*.js', async (route) => {
    await arrival;
    // The page that was left no longer waits for it.
    await route.continue().catch(() => {});
  });
  await page.goto('/contact');
  await journey.app.query(`
    create function mail.refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before insert on mail.outbox for each row execute function mail.refuse()`);
  await submitEnquiry(page, { name: 'Twice', email: 'twice@mills.example', message: 'Sent again' });
  const error = page.locator('main').getByText(MESSAGES.enquiryFailed.title);
  await expect(error).toBeVisible();
  await journey.app.query('drop function mail.refuse cascade');
  for (const name of ['name', 'message']) await expect(field(page, name)).toHaveValue(/Twice|Sent again/);
  await field(page, 'name').fill('Twice more');
  await field(page, 'message').fill('Sent again, and longer');
  arrive();
  await hydrateForm(page);
  await expect(error).toBeVisible();
  await expect(field(page, 'name')).toHaveValue('Twice more');
  await expect(field(page, 'message')).toHaveValue('Sent again, and longer');
  await page.locator('main form [type=submit]').click();
  await expectToast(page, MESSAGES.enquirySent);
  await expect(error).toHaveCount(0);
  for (const name of Object.keys(ENQUIRY_FIELDS)) await expect(field(page, name)).toHaveValue('');
});
