import { test } from 'vitest';
import { leaderOf } from '#site/content/team.ts';
import { foreignTradePolicy } from '#site/content/services/foreign-trade-policy.ts';
import { marketEntry } from '#site/content/services/market-entry.ts';
import { rbiFemaCompliance } from '#site/content/services/rbi-fema-compliance.ts';
import { flatItemMessages } from '#site/dashboard-messages.ts';
import { MESSAGES } from '#site/messages.ts';
import { expect } from '../support/page-expect.ts';
import { hydrateForm } from '../support/islands.ts';
import { sendCredentials } from '../support/people.ts';
import { runAdmin } from '../support/run-admin.ts';
import { setUpJourney } from '../support/journey.ts';
import { enquiryOf, submitEnquiry } from '../support/send-enquiry.ts';
import { expectToast } from '../support/toasts.ts';
import { save } from '../support/post-editor.ts';

const journey = setUpJourney();
const read = async (path: string) => (await fetch(`${journey.app.url}${path}`)).text();

test('the first administrator publishes a post that visitors can read at once, and an enquiry arrives', async () => {
  const { app } = journey;
  expect(await read('/blog')).toContain('No blog posts found');

  const said = await runAdmin(app, 'create', 'asha@firm.example');
  const password = /only now:\s+(\S+)/.exec(said)?.[1] ?? '';
  expect(said).toContain(`${app.url}/auth`);

  const { page } = await journey.visit();
  await page.goto('/auth');
  await sendCredentials(page, { email: 'asha@firm.example', password });
  await page.waitForURL(`${app.url}/`);
  await expectToast(page, MESSAGES.signedIn);

  await page.goto('/admin');
  await page.getByRole('tab', { name: 'Categories' }).click();
  await page.getByRole('button', { name: 'New Category' }).click();
  await page.getByLabel('Name').fill('Ports & Shipping');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, flatItemMessages('category').created);

  await page.getByRole('tab', { name: 'Blog Posts' }).click();
  await page.getByRole('button', { name: 'New Post' }).click();
  await page.getByLabel('Title', { exact: true }).fill('What the port asks first');
  await page.getByLabel('Content').fill('<p>The bill of entry.</p>\nThen the <em>invoice</em>.');
  await page.locator('[name=status]').selectOption('published');
  await page.locator('[name=category_id]').selectOption('Ports & Shipping');
  await page.getByLabel('Meta description').fill('Papers, in their order.');
  await save(page);
  await expectToast(page, MESSAGES.postCreated);

  for (const path of ['/blog', '/']) {
    const html = await read(path);
    expect(html).toContain('What the port asks first');
    expect(html).toContain('href="/blog/what-the-port-asks-first"');
  }
  const post = await read('/blog/what-the-port-asks-first');
  expect(/<title>([^<]*)<\/title>/.exec(post)?.[1]).toMatch(/^What the port asks first/);
  expect(post).toContain('<meta name="description" content="Papers, in their order."/>');
  expect(post).toContain(`<link rel="canonical" href="${app.url}/blog/what-the-port-asks-first"/>`);
  expect(post).toContain('Ports &amp; Shipping');
  expect(post).toContain('<em>invoice</em>');

  const visitor = (await journey.visit()).page;
  await visitor.goto('/contact');
  await hydrateForm(visitor);
  const message = 'We read what the port asks first. What comes second?';
  await submitEnquiry(visitor, { name: 'Meera Nair', email: 'meera@mills.example', message });
  await expectToast(visitor, MESSAGES.enquirySent);
  const mail = await enquiryOf(app, 'Meera Nair');
  expect(mail.replyTo).toBe('meera@mills.example');
  expect(mail.text).toContain('What comes second?');
});

test.each([
  ['a late FC-GPR', rbiFemaCompliance],
  ['an EPCG shortfall', foreignTradePolicy],
  ['a first Indian subsidiary', marketEntry],
] as const)('%s: home, service, form and a sent enquiry take three clicks', async (matter, service) => {
  const { page } = await journey.visit();
  await page.goto('/');
  await page.locator('.service-index').locator(`[href="${service.path}"]`).click();
  await expect(page.locator('main h1')).toHaveText(service.title);
  await expect(page.getByText(service.questions[0]!.answer)).toBeVisible();
  await expect(page.locator('main').getByText(leaderOf(service.partner).name).first()).toBeVisible();
  await page.locator('.closing-call').getByRole('link', { name: service.closing.action.label }).click();
  await page.waitForURL('**/contact');
  await hydrateForm(page);
  await submitEnquiry(page, { name: matter, email: 'cfo@mills.example', message: `We write about ${matter}.` });
  await expectToast(page, MESSAGES.enquirySent);
  expect((await enquiryOf(journey.app, matter)).text).toContain(`We write about ${matter}.`);
});
