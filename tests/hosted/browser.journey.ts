import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { ENQUIRY_MIN_OPEN_MS } from '#contract/limits.ts';
import { FIRM_PARTS } from '#contract/words/firm.ts';
import { account } from '#site/content/account.ts';
import { customsCompliance as CUSTOMS } from '#site/content/services/customs-compliance.ts';
import { firmForm, pagesTab } from '#site/content/words-form.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { editor as editorWords } from '#site/content/editor.ts';
import { firm } from '#site/content/firm.ts';
import { media } from '#site/content/media.ts';
import { system } from '#site/content/system.ts';
import { MESSAGES } from '#site/messages.ts';
import { type Visit, openBrowser, openVisit } from '../support/browser.ts';
import { pageLinkIn } from '../support/test-app.ts';
import { answerDialogs } from '../support/dialogs.ts';
import { expect } from '../support/page-expect.ts';
import { hydrateForm } from '../support/islands.ts';
import {
  type Person,
  enterDashboard,
  makePerson,
  openMailedLink,
  sendCredentials,
  signInAt,
} from '../support/people.ts';
import { failedResource } from '../support/journey.ts';
import { save } from '../support/post-editor.ts';
import { expectToast } from '../support/toasts.ts';
import { ACCOUNT, type HostedSite, startHostedSite } from './hosted-site.ts';
import { SLOWNESS } from '#backend-tests/support/slowness.ts';

const CONTACT = FIRM_PARTS.find(({ fields }) => fields.some((name) => name === 'phone'))?.heading ?? '';
/** The site reads the words of a project again after 15 seconds. */
const WORDS_ARRIVE_MS = 25_000 * SLOWNESS;

let site: HostedSite;
let browser: Browser;
let admin: Person;
let visitor: Visit;
/** The URLs that the page requested. */
let requested: string[];

beforeAll(async () => {
  site = await startHostedSite();
  browser = await openBrowser(site.emailjs.browserFlags);
  admin = await makePerson(site.project, { admin: true });
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});
afterEach(async () => {
  const { consoleErrors, context } = visitor;
  await context.close();
  site.emailjs.requests.length = 0;
  expect(consoleErrors).toEqual([]);
});

async function openPage(): Promise<Page> {
  visitor = await openVisit(browser, site.url);
  requested = [];
  visitor.page.on('request', (request) => requested.push(request.url()));
  return visitor.page;
}

/** The requested URLs of backend services at this origin. */
const servicesAt = (origin: string) =>
  requested.filter((url) =>
    ['/auth/v1/', '/rest/v1/', '/storage/v1/', '/api/'].some((p) => url.startsWith(origin + p)),
  );

test('a visitor signs up by the mail of the project, signs in, and sees Access Denied at the dashboard', async () => {
  const page = await openPage();
  const person = { email: 'new@person.example', password: 'a long password' };
  await page.goto('/auth');
  await page.getByRole('tab', { name: account.tabs.signUp }).click();
  await sendCredentials(page, person);
  await expectToast(page, MESSAGES.signedUp);
  await openMailedLink(page, pageLinkIn(await site.project.mailTo(person.email)));
  await page.waitForURL((url) => url.origin === site.url && url.hash === '');
  await page.evaluate(() => localStorage.clear());
  await signInAt(page, person);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  expect(servicesAt(site.project.url).length).toBeGreaterThan(0);
  expect(servicesAt(site.url)).toEqual([]);
});

test('an administrator changes words, the telephone and a post with a picture, which the project serves, and System says that it watches itself', async () => {
  const page = await openPage();
  const changed = ['We clear goods and answer notices.', '+91 22 5555 0001'] as const;
  // Later parts of the sentence are in elements that do not break.
  const builtIn = [CUSTOMS.lead.slice(0, 24), firm.phone.display];
  const expectPublic = async (words: readonly string[], former: readonly string[]) => {
    const found = async () => {
      const html = await (await fetch(site.url + CUSTOMS.path)).text();
      return [...words, ...former].filter((text) => html.includes(text));
    };
    await expect.poll(found, { timeout: WORDS_ARRIVE_MS, intervals: [500] }).toEqual(words);
  };
  const change = async (tab: string, part: string, act: () => Promise<void>) => {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('button', { name: firmForm.editPart(part) }).click();
    await act();
    await save(page);
    await expect(page.locator('.item-form')).toHaveCount(0);
    await expectToast(page, DASHBOARD_MESSAGES.words.updated);
  };
  const returnToBuiltIn = () => page.getByRole('button', { name: firmForm.builtIn }).click();
  await expectPublic(builtIn, changed);
  await enterDashboard(page, admin);
  await change(pagesTab.tab, CUSTOMS.title, () => page.locator('[id=words-lead]').fill(changed[0]));
  await change(firmForm.tab, CONTACT, () => page.locator('[id=words-phone]').fill(changed[1]));
  await expectPublic(changed, builtIn);
  await change(pagesTab.tab, CUSTOMS.title, returnToBuiltIn);
  await change(firmForm.tab, CONTACT, returnToBuiltIn);
  await expectPublic(builtIn, changed);
  await page.getByRole('tab', { name: system.tab }).click();
  await expect(page.getByText(system.hosted.text)).toBeVisible();
  expect(requested.filter((url) => url.includes('/system/v1'))).toEqual([]);
  expect((await page.request.get(`${site.url}/system/v1/checks`)).status()).toBe(404);
  await page.getByRole('tab', { name: 'Blog Posts' }).click();
  await page.getByRole('button', { name: 'New Post' }).click();
  await page.locator('[name=title]').fill('Written in the browser');
  await page.getByRole('button', { name: editorWords.marks.names.image, exact: true }).click();
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'Port.png', mimeType: 'image/png', buffer });
  await dialog.getByLabel(media.alt.label).fill('The port');
  await dialog.getByRole('button', { name: media.upload }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('[name=content]')).toHaveValue(
    new RegExp(`<img src="${site.project.url}/storage/v1/object/public/media/port-[0-9a-f]{8}\\.png" alt="The port"`),
  );
  await page.locator('[name=status]').selectOption('published');
  await save(page);
  await expectToast(page, MESSAGES.postCreated);
  await page.goto('/blog/written-in-the-browser');
  const picture = page.getByRole('img', { name: 'The port' });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
  expect(servicesAt(site.url)).toEqual([]);
  expect(requested.filter((url) => url.includes('/undelivered_mail'))).toEqual([]);
});

test('the form with JavaScript reaches EmailJS with the account and the parameters of the specification', async () => {
  const page = await openPage();
  await page.goto('/contact');
  await hydrateForm(page);
  // An enquiry sent sooner would be marked as possibly automated.
  await page.waitForTimeout(ENQUIRY_MIN_OPEN_MS);
  const typed = { name: 'Meera', email: 'meera@mills.example', phone: '+91 1', message: 'Two lines,\nnot one.' };
  for (const [name, text] of Object.entries(typed)) await page.locator(`main form [name=${name}]`).fill(text);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expectToast(page, MESSAGES.enquirySent);
  expect(site.emailjs.requests).toEqual([
    {
      method: 'POST',
      path: '/api/v1.0/email/send',
      contentType: 'application/json',
      body: {
        lib_version: expect.any(String),
        service_id: ACCOUNT.serviceId,
        template_id: ACCOUNT.templateId,
        user_id: ACCOUNT.publicKey,
        template_params: expect.objectContaining({
          from_name: 'Meera',
          from_email: 'meera@mills.example',
          phone: '+91 1',
          message: 'Two lines,\nnot one.',
          to_name: firm.enquiryTeam,
        }),
      },
    },
  ]);
});

test('the dashboard and the sign-in show an error during an outage of the project, and work after it', async () => {
  const page = await openPage();
  visitor.expectConsoleError(failedResource('net'));
  visitor.expectConsoleError(/^Failed to save post:/);
  visitor.expectConsoleError(/^WebSocket connection to .*realtime/);
  await enterDashboard(page, admin);
  const posts = page.getByRole('row').filter({ hasText: 'Rules of origin' });
  await expect(posts.first()).toBeVisible();
  await site.project.process().stop();
  await page.getByRole('button', { name: 'New Post' }).click();
  await page.locator('[name=title]').fill('Not to be saved');
  await page.locator('[name=content]').fill('Text');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, MESSAGES.savePostFailed);
  await expect(page.locator('[name=title]')).toHaveValue('Not to be saved');
  answerDialogs(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/auth');
  await sendCredentials(page, admin);
  await expectToast(page, { ...MESSAGES.signInFailed, description: account.unreachable });
  await site.project.restart('stop');
  await sendCredentials(page, admin);
  await page.waitForURL((url) => url.pathname === '/');
});
