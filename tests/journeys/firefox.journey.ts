import type { Page } from 'playwright';
import { describe, test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { postLinks } from '#site/content/post-links.ts';
import { visual } from '#site/content/visual.ts';
import { MESSAGES } from '#site/messages.ts';
import { expect } from '../support/page-expect.ts';
import { hasFirefox } from '../support/firefox.ts';
import { hydrateCarousels, hydrateForm } from '../support/islands.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';
import { enterDashboard, makePerson } from '../support/people.ts';
import { bodyOf, button, publish, save } from '../support/post-editor.ts';
import { MORE_ROUTES, NOT_FOUND_WORDS, PUBLIC_ROUTES } from '../support/routes.ts';
import { enquiryOf, submitEnquiry } from '../support/send-enquiry.ts';
import { overflowX } from '../support/overflow.ts';
import { expectToast } from '../support/toasts.ts';

// The core of the journeys in the other engine. Its scrollbars take width, and its clamping and balancing differ.
describe.skipIf(!hasFirefox)('in Firefox', () => {
  const journey = setUpJourney({ sampleContent: true, browser: 'firefox' });

  test('every public page opens complete, logs nothing and fits a desktop and a phone', async () => {
    const { page, expectConsoleError } = await journey.visit();
    expectConsoleError(failedResource(404));
    expectConsoleError(new RegExp(`^${NOT_FOUND_WORDS}`));
    for (const path of [...PUBLIC_ROUTES, ...MORE_ROUTES, '/auth']) {
      const answer = await page.goto(path);
      expect([path, answer?.status()]).toEqual([path, path === '/no-such-page' ? 404 : 200]);
      await expect(page.locator('h1'), path).toHaveCount(1);
      for (const landmark of ['banner', 'main', 'contentinfo'] as const)
        await expect(page.getByRole(landmark), path).toHaveCount(1);
      for (const width of [1280, 375]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await overflowX(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
        expect(await lostFiles(page), path).toEqual([]);
      }
    }
  });

  test('no title of a card is cut at any width; a reader searches, opens a category, then a post, a part of it, and the list again', async () => {
    const { page } = await journey.visit();
    await page.goto('/blog');
    await expect(page.locator('.post-card__title')).toHaveCount(9);
    for (const width of [375, 640, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await cutTitles(page), `${width} px`).toEqual([]);
    }
    await page.getByRole('searchbox', { name: 'Search the articles' }).fill('EODC');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('status')).toHaveText('1 article found for “EODC”');
    await page.getByRole('navigation', { name: 'Subjects' }).getByRole('link', { name: 'Customs and GST' }).click();
    await expect(page.locator('h1')).toHaveText('Customs and GST');
    await page.locator('.post-card__title a').first().click();
    await expect(page).toHaveURL(/\/blog\/[\w-]+$/);
    await expect(page.locator('.prose > p').first()).toBeVisible();
    const entry = page.locator('.contents__beside a[href^="#"]').last();
    await entry.click();
    await expect(page.locator(`[id="${(await entry.getAttribute('href'))?.slice(1)}"]`)).toBeInViewport();
    await page.getByRole('link', { name: 'Back to Blog' }).first().click();
    await expect(page).toHaveURL(/\/blog$/);
  });

  test('an enquiry is sent and arrives', async () => {
    const { page } = await journey.visit();
    await page.goto('/contact');
    await hydrateForm(page);
    await submitEnquiry(page, { name: 'Meera Nair', email: 'meera@mills.example', message: 'Two lines,\nnot one.' });
    await expectToast(page, MESSAGES.enquirySent);
    const mail = await enquiryOf(journey.app, 'Meera Nair');
    expect(mail.replyTo).toBe('meera@mills.example');
    expect(mail.text).toContain('Two lines,\nnot one.');
  });

  test('an administrator signs in, writes a post in the visual editor, publishes it and signs out', async () => {
    const { page } = await journey.visit({ editor: 'visual' });
    await enterDashboard(page, await makePerson(journey.app, { admin: true }));
    await button(page, dashboard.posts.create).click();
    await page.locator('[name=title]').pressSequentially('Written in Firefox');
    await bodyOf(page).click();
    await writeBody(page);
    await expect.poll(() => htmlOf(page)).toBe(WRITTEN);
    await save(page);
    await expectToast(page, MESSAGES.postCreated);

    await page.reload();
    await button(page, 'Edit Written in Firefox').click();
    expect(await htmlOf(page)).toBe(WRITTEN);
    await publish(page);
    await expect(page.locator('.item-form')).toHaveCount(0);
    const { page: reader } = await journey.visit();
    await reader.goto('/blog/written-in-firefox');
    await expect(reader.locator('h1')).toHaveText('Written in Firefox');
    await expect(reader.locator('.prose strong')).toHaveText('now');
    await reader.locator('.prose a', { hasText: 'Ask us' }).click();
    await expect(reader).toHaveURL(/\/contact$/);

    await page.goto('/admin');
    await button(page, 'Sign Out').click();
    await page.waitForURL('**/auth');
  });

  test('both carousels move by themselves, by their arrows and by the keyboard, and stop at the button', async () => {
    const { page } = await journey.visit();
    await page.goto('/');
    await hydrateCarousels(page);
    for (const [row, what] of CAROUSELS) {
      await expectMove(page, row, () => page.mouse.move(0, 0));
      await button(page, `Pause the ${what}`).click();
      await expect(button(page, `Let the ${what} move`)).toBeVisible();
      await expectMove(page, row, () => button(page, `Next ${what}`).click());
      await expectMove(page, row, () => page.locator(`${row} .carousel__viewport`).press('ArrowRight'));
    }
  });

  // Without JavaScript Firefox runs no timers and animation frames for Playwright's clicks and assertions. Keys and
  // plain readings need none.
  test('without JavaScript carousels scroll, the menu opens, the blog leads to a post, and an enquiry arrives', async () => {
    const { page } = await journey.visit({ javaScript: false, width: 375 });
    const isSeen = (selector: string) => expect.poll(() => page.locator(selector).first().isVisible()).toBe(true);
    await page.goto('/');
    const row = page.locator('.testimonials__carousel .carousel__viewport');
    expect(await page.locator('.carousel').getByRole('button').count()).toBe(0);
    await row.evaluate((element) => element.scrollBy({ left: 300 }));
    await expect.poll(() => row.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100);
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await isSeen('.site-menu');
    await page.locator('.site-menu').getByRole('link', { name: 'Contact', exact: true }).press('Enter');
    await page.waitForURL('**/contact');
    for (const [name, typed] of Object.entries({ name: 'Asha Rao', email: 'asha@mills.example', message: 'No script' }))
      await page.locator(`main form [name=${name}]`).pressSequentially(typed);
    await page.getByRole('button', { name: 'Send Message' }).press('Enter');
    await expect.poll(() => page.locator('main').textContent()).toContain(MESSAGES.enquirySent.title);
    expect((await enquiryOf(journey.app, 'Asha Rao')).text).toContain('No script');
    await page.goto('/blog');
    await page.locator('.post-card__title a').first().press('Enter');
    await page.waitForURL('**/blog/*');
    await isSeen('.prose > p');
  });
});

const CAROUSELS = [
  ['.article-carousel', 'articles'],
  ['.testimonials__carousel', 'testimonials'],
] as const;

/** Fonts of the site that could not be loaded, and pictures that could not be decoded. A machine may lack the fallbacks. */
const lostFiles = (page: Page) =>
  page.evaluate(() => [
    ...[...document.fonts]
      .filter(({ status, family }) => status === 'error' && !family.includes('Fallback'))
      .map(({ family }) => family),
    ...[...document.images].filter((one) => one.complete && one.naturalWidth === 0).map(({ src }) => src),
  ]);

const cutTitles = (page: Page) =>
  page
    .locator('.post-card__title')
    .evaluateAll((titles) => titles.filter((e) => e.scrollHeight > e.clientHeight + 1).map((e) => e.textContent));

/** Runs what moves a carousel, and waits until its first slide is elsewhere and at rest. */
async function expectMove(page: Page, row: string, act: () => Promise<void>): Promise<void> {
  const first = page.locator(`${row} .carousel__slide`).first();
  const place = () => first.evaluate((slide) => Math.round(slide.getBoundingClientRect().x));
  const before = await place();
  await act();
  await expect.poll(place).not.toBe(before);
}

const WRITTEN = [
  '<p>Pay <strong>now</strong> or later.</p>',
  '<h2>Duty</h2>',
  '<p><a href="/contact">Ask us</a></p>',
].join('\n');

/** A paragraph with bold text, a heading and a link, by typing, toolbar and dialog. */
async function writeBody(page: Page): Promise<void> {
  const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });
  await page.keyboard.type('Pay ');
  await tool(visual.actions.bold).click();
  await page.keyboard.type('now');
  await tool(visual.actions.bold).click();
  await page.keyboard.type(' or later.\n## Duty\nAsk us');
  for (let n = 0; n < 'Ask us'.length; n += 1) await page.keyboard.press('Shift+ArrowLeft');
  await tool(visual.actions.link).click();
  const dialog = page.getByRole('dialog', { name: postLinks.dialog.add });
  await dialog.getByRole('combobox', { name: postLinks.dialog.address }).pressSequentially('/contact');
  await dialog.getByRole('button', { name: postLinks.dialog.apply }).click();
  await expect(dialog).toHaveCount(0);
}

/** The text as HTML; the editor is in the visual mode before and after. */
async function htmlOf(page: Page): Promise<string> {
  await button(page, visual.modes.html).click();
  const html = await page.locator('[name=content]').inputValue();
  await button(page, visual.modes.visual).click();
  await bodyOf(page).waitFor();
  return html;
}
