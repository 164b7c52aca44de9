import type { Page } from 'playwright';
import { test } from 'vitest';
import { contact } from '#site/content/contact.ts';
import { homeLists } from '#site/content/home-lists.ts';
import { MESSAGES } from '#site/messages.ts';
import { openBrowser, openVisit } from '../support/browser.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { expect } from '../support/page-expect.ts';
import { hydrateCarousels, hydrateForm, translate } from '../support/islands.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';

const journey = setUpJourney({ sampleContent: true });
const CAROUSELS = ['.article-carousel', '.testimonials__carousel'] as const;
const field = (page: Page, name: string) => page.locator(`main form [name=${name}]`);

/** The scripts that the page has requested so far. */
function watchScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return scripts;
}

test('a carousel is hydrated when it comes near the viewport, not before, keeps its text, has no request for it, has its names for screen readers, and can be reached with the keyboard', async () => {
  const { page } = await journey.visit({ reducedMotion: true });
  const scripts = watchScripts(page);
  const read: string[] = [];
  page.on('request', (request) => request.url().includes('/rest/v1/') && read.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  for (const name of CAROUSELS) await expect(page.locator(name)).not.toHaveAttribute('data-live');
  expect(scripts).toEqual([expect.stringMatching(/^\/assets\/islands-/)]);
  const before = await page.locator(CAROUSELS[0]).locator('.carousel__track').textContent();
  await hydrateCarousels(page);
  expect(scripts.length).toBeGreaterThan(1);
  expect(await page.locator(CAROUSELS[0]).locator('.carousel__track').textContent()).toBe(before);
  expect(read).toEqual([]);

  const row = page.locator(CAROUSELS[1]);
  const viewport = row.getByRole('group', { name: homeLists.testimonials.region });
  await expect(viewport).toHaveAttribute('aria-roledescription', 'carousel');
  await expect(row.getByRole('listitem').first()).toHaveAttribute('aria-label', /^1 of \d+$/);
  const { resume, pause, previous, next } = homeLists.testimonials;
  await expect(row.getByRole('button')).toHaveCount(3);
  for (const name of [resume, previous, next]) await expect(row.getByRole('button', { name })).toBeVisible();
  await row.getByRole('button', { name: resume }).focus();
  await page.keyboard.press('Enter');
  await expect(row.getByRole('button', { name: pause })).toBeFocused();
});

test('without its code a carousel stays a row that can be scrolled', async () => {
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(failedResource('net'));
  expectConsoleError(/^The island [\w-]+ could not be loaded:/);
  await page.route('**/assets/carousels-*.js', (route) => route.abort());
  await page.goto('/');
  await page.locator(CAROUSELS[0]).scrollIntoViewIfNeeded();
  const viewport = page.locator(CAROUSELS[0]).locator('.carousel__viewport');
  await viewport.evaluate((row) => row.scrollTo({ left: 400, behavior: 'instant' }));
  await expect.poll(() => viewport.evaluate((row) => row.scrollLeft)).toBeGreaterThan(100);
  await expect(page.locator(CAROUSELS[0]).locator('.carousel__slide')).toHaveCount(6);
});

test.each([
  ['as it was served', async () => {}],
  ['translated by the browser', translate],
])(
  'on a page %s the form is hydrated at the first focus, and a text that was typed before stays with the focus',
  async (_, change) => {
    const { page, expectConsoleError } = await journey.visit();
    if (change === translate) expectConsoleError(/Minified React error #418/);
    const scripts = watchScripts(page);
    const letGo = await holdRequests(page, '**/assets/react-*.js');
    await page.goto('/contact', { waitUntil: 'networkidle' });
    expect(scripts).toEqual([expect.stringMatching(/^\/assets\/islands-/)]);
    await change(page);
    await field(page, 'name').focus();
    await page.keyboard.type('Meera');
    await field(page, 'message').focus();
    await page.keyboard.type('Half a ');
    await expect(page.locator('main form')).not.toHaveAttribute('data-live');
    letGo();
    await page.locator('main form[data-live]').waitFor();
    await expect(field(page, 'message')).toBeFocused();
    await page.keyboard.type('sentence');
    await expect(field(page, 'name')).toHaveValue('Meera');
    await expect(field(page, 'message')).toHaveValue('Half a sentence');
  },
);

test('an enquiry is sent from a page that the browser translates, with its errors and messages', async () => {
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(/Minified React error #418/);
  await page.goto('/contact');
  await translate(page);
  await hydrateForm(page);
  const send = page.getByRole('button', { name: contact.form.submit });
  await send.click();
  const errors = page.getByRole('alert').getByRole('link');
  await expect(errors).toHaveCount(3);
  for (const [name, text] of [
    ['name', 'Meera Translated'],
    ['email', 'meera@mills.example'],
    ['message', 'From a translated page'],
  ] as const)
    await field(page, name).fill(text);
  await send.click();
  await page.getByText(`~${MESSAGES.enquirySent.title}`).first().waitFor();
  await expect(errors).toHaveCount(0);
  await expect(send).toHaveText(`~${contact.form.submit}`);
  await waitFor(() => journey.app.mails().find(({ subject }) => subject.endsWith('from Meera Translated')));
});

test('a form that has the focus before the script of the islands runs is hydrated at once', async () => {
  const { page } = await journey.visit();
  const letGo = await holdRequests(page, '**/assets/islands-*.js');
  await page.goto('/contact', { waitUntil: 'commit' });
  await field(page, 'name').focus();
  letGo();
  // No further focus, pointer or input: only the focus that is there already can begin it.
  await page.locator('main form[data-live]').waitFor();
  await expect(field(page, 'name')).toBeFocused();
});

test('a form that is sent before it is hydrated goes the plain way', async () => {
  const { page } = await journey.visit();
  // The code never arrives.
  await page.route('**/assets/react-*.js', () => {});
  await page.goto('/contact');
  await field(page, 'name').fill('Early Bird');
  await field(page, 'email').fill('early@mills.example');
  await field(page, 'message').fill('Sent without a script');
  await page.getByRole('button', { name: contact.form.submit }).click();
  await page.waitForURL('**/contact?sent=1');
  await expect(page.getByRole('status')).toContainText(MESSAGES.enquirySent.title);
  const mail = await waitFor(() => journey.app.mails().find(({ subject }) => subject.endsWith('from Early Bird')));
  expect(mail.text).toContain('Sent without a script');
});

test('errors of an empty form that was sent before its code arrived stay, with the focus, when the form is hydrated', async () => {
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(failedResource(400));
  let isAnswered = false;
  page.on('response', (response) => {
    isAnswered ||= response.status() === 400;
  });
  await page.route('**/assets/react-*.js', (route) => (isAnswered ? route.continue() : undefined));
  await page.goto('/contact');
  await page.getByRole('button', { name: contact.form.submit }).click();
  const alert = page.getByRole('alert').filter({ has: page.getByRole('link') });
  await expect(alert.getByRole('link')).toHaveCount(3);
  await hydrateForm(page);
  await expect(alert.getByRole('link')).toHaveCount(3);
  await expect(field(page, 'name')).toBeFocused();
  await alert.getByRole('link').last().click();
  await expect(field(page, 'message')).toBeFocused();
});

test('the back/forward cache keeps hydrated pages as they were left', async () => {
  const browser = await openBrowser([], { keepsPages: true });
  try {
    const { page } = await openVisit(browser, journey.app.url);
    /** Leaves the page and comes back; a page that is restored fires no load event. */
    const leaveAndReturn = async (path: string) => {
      await page.evaluate(() => addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })));
      await page.goto('/about');
      await page.goBack({ waitUntil: 'commit' });
      await page.waitForURL(`**${path}`, { waitUntil: 'commit' });
      await expect.poll(() => page.evaluate(() => 'persisted' in window && window.persisted)).toBe(true);
    };
    await page.goto('/');
    await hydrateCarousels(page);
    await leaveAndReturn('/');
    for (const name of CAROUSELS) await expect(page.locator(name)).toHaveAttribute('data-live');
    await page.getByRole('button', { name: homeLists.testimonials.pause }).click();
    await expect(page.getByRole('button', { name: homeLists.testimonials.resume })).toBeVisible();
    await page.goto('/contact');
    await hydrateForm(page);
    await field(page, 'message').fill('Half a sentence');
    await leaveAndReturn('/contact');
    await expect(field(page, 'message')).toHaveValue('Half a sentence');
  } finally {
    await browser.close();
  }
});
