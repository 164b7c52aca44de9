import type { Page } from 'playwright';
import { test } from 'vitest';
import { account } from '#site/content/account.ts';
import { firm } from '#site/content/firm.ts';
import { headerLinks } from '#site/content/navigation.ts';
import { expect } from '../support/page-expect.ts';
import { setUpJourney } from '../support/journey.ts';

const journey = setUpJourney({ sampleContent: true });
const PHONE = 375;

async function read(path: string, width?: number): Promise<Page> {
  const { page } = await journey.visit({ javaScript: false, ...(width && { width }) });
  await page.goto(path);
  return page;
}

test('the home page has six posts and the testimonials; carousels scroll, and have no buttons without a function', async () => {
  const page = await read('/', PHONE);
  const carousels = page.locator('.carousel');
  await expect(carousels).toHaveCount(2);
  await expect(carousels.first().getByRole('listitem')).toHaveCount(6);
  await expect(page.getByRole('heading', { name: 'What Our Clients Say' })).toBeVisible();
  await expect(page.getByRole('img', { name: '5 out of 5 stars' }).first()).toBeVisible();
  await expect(page.getByRole('status')).toHaveCount(0);
  for (const carousel of await carousels.all()) {
    await expect(carousel.getByRole('button')).toHaveCount(0);
    const row = carousel.locator('.carousel__viewport');
    // A browser that is still drawing may lose one turn of the wheel.
    await expect
      .poll(async () => {
        await row.hover();
        await page.mouse.wheel(300, 0);
        return row.evaluate((element) => element.scrollLeft);
      })
      .toBeGreaterThan(100);
  }
});

test('the blog list leads to a post and back', async () => {
  const page = await read('/blog');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Blog');
  await page
    .getByRole('link', { name: /Rules of origin/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/blog\/rules-of-origin-explained$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Rules of origin: why shipment from India is not enough',
  );
  await expect(page.locator('article').first()).toContainText('November 10, 2026');
  await page.getByRole('link', { name: 'Back to Blog' }).first().click();
  await expect(page).toHaveURL(/\/blog$/);
});

test('the menu of a phone opens and links every page', async () => {
  const page = await read('/about', PHONE);
  const menu = page.locator('.site-menu');
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu).toBeVisible();
  for (const { label } of headerLinks) await expect(menu.getByRole('link', { name: label, exact: true })).toBeVisible();
  await expect(menu.locator('[aria-current=page]')).toHaveText('About Us');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('link', { name: 'Team' }).click();
  await expect(page).toHaveURL(/\/team$/);
  await expect(menu).toBeHidden();
});

test('the contact page has its form, telephones in the international form, and WhatsApp as a plain link', async () => {
  const page = await read('/contact');
  await expect(page.getByLabel('Full Name')).toBeEditable();
  await expect(page.locator('main form')).toHaveAttribute('method', 'post');
  const hrefs = await page
    .locator('main .contact-list a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs.filter((href) => /^tel:\+\d{10,14}$/.test(href ?? ''))).toHaveLength(4);
  expect(hrefs.filter((href) => href?.startsWith('mailto:'))).toHaveLength(firm.shownEmails.length);
  expect(hrefs.filter((href) => /^https:\/\/wa\.me\/\d{10,14}$/.test(href ?? ''))).toHaveLength(1);
});

test('public pages load at most the script of their islands', async () => {
  const scriptsOf = async (path: string): Promise<string[]> => {
    const html = await (await fetch(`${journey.app.url}${path}`)).text();
    const tags = html.matchAll(/<script[^>]*\ssrc="([^"]*)"|<link[^>]*rel="modulepreload"[^>]*>/g);
    return [...tags].map(([tag, src]) => src ?? tag);
  };
  const plain = [
    '/about',
    '/services',
    '/team',
    '/services/market-entry',
    '/blog/rules-of-origin-explained',
    '/nowhere',
  ];
  for (const path of [...plain, '/blog', '/blog?q=epcg']) expect(await scriptsOf(path), path).toEqual([]);
  for (const path of ['/', '/contact']) {
    expect(await scriptsOf(path), path).toEqual([expect.stringMatching(/^\/assets\/islands-[\w-]+\.js$/)]);
  }
  for (const path of ['/auth', '/admin']) expect((await scriptsOf(path)).length, path).toBeGreaterThan(1);
});

test.each(['/auth', '/admin'])('%s says that it needs JavaScript, and not that it loads', async (path) => {
  const page = await read(path);
  // Playwright finds no text in `noscript`.
  const notice = page.locator('.needs-javascript');
  await expect(notice).toBeVisible();
  expect(await notice.evaluate((element) => element.textContent)).toBe(account.needsJavaScript);
  // The picture beside the forms would lie below its words.
  expect(await page.locator('main').evaluate((main) => getComputedStyle(main).backgroundImage)).toBe('none');
  const loading = page.locator('.account [role=status]');
  await expect(loading).toHaveCount(1);
  await expect(loading).toBeHidden();
});
