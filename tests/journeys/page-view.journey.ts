import type { FrameLocator, Page } from 'playwright';
import { expect as expectValue, test } from 'vitest';
import { FIRM_PARTS } from '#contract/words/firm.ts';
import { crumbWords } from '#site/content/crumbs.ts';
import { firm } from '#site/content/firm.ts';
import { customsCompliance as CUSTOMS } from '#site/content/services/customs-compliance.ts';
import { PUBLIC_WORDS } from '#site/content/word-pages.ts';
import { firmForm, pagesTab } from '#site/content/words-form.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { save, setUpPostEditor } from '../support/post-editor.ts';
import { expectTargetSizes } from '../support/target-size.ts';

const { journey, openAsEditor } = setUpPostEditor();
const { view } = firmForm;

async function openForm(tab: string, part: string, width = 1280) {
  const visit = await openAsEditor({ width, reducedMotion: true });
  const { page } = visit;
  await page.getByRole('tab', { name: tab }).click();
  await page.getByRole('button', { name: firmForm.editPart(part) }).click();
  return { ...visit, shown: page.frameLocator('.page-view__frame:not([data-hidden])') };
}

const field = (page: Page, path: string) => page.locator(`[id="words-${path}"]`);
const placeOf = (shown: FrameLocator, path: string) => shown.locator(`[data-field="${path}"]`);
const NO_MARKS = /^[^\u2060-\u2064]+$/;

test('the page beside a form follows its letters and items, leads to its fields, says which words are too long, and runs no scripts of them', async () => {
  const { page, shown, expectConsoleError } = await openForm(pagesTab.tab, CUSTOMS.title);
  const lead = placeOf(shown, 'lead');
  await expect(lead).toHaveText(CUSTOMS.lead);
  await expect(lead).toHaveAttribute('data-shown', '');
  await expect(page.locator('.character-count')).toHaveCount(0);
  await expect(shown.locator('body')).toHaveText(NO_MARKS);
  await field(page, 'lead').fill('');
  for (const typed of ['W', 'We', 'We <img src=x onerror=alert(1)>']) {
    await field(page, 'lead').pressSequentially(typed.slice((await field(page, 'lead').inputValue()).length));
    await expect(lead).toHaveText(typed);
  }
  await expectValue(shown.locator('[onerror], script').count()).resolves.toBe(0);

  // A click opens the item of a list that is folded.
  const { question, answer } = CUSTOMS.questions[1]!;
  await expect(field(page, 'questions.1.question')).toBeHidden();
  await shown.getByText(question).click();
  await expect(field(page, 'questions.1.question')).toBeFocused();
  await expect(field(page, 'questions.1.question')).toBeInViewport();
  await shown.getByText(answer).click();
  await expect(field(page, 'questions.1.answer')).toBeFocused();

  // So do the words that only this page has.
  const { text, scope } = CUSTOMS.status.items[1]!;
  await shown.getByText(text).click();
  await expect(field(page, 'status.items.1.text')).toBeFocused();
  await field(page, 'status.items.1.text').fill('A licensed factory.');
  await expect(placeOf(shown, 'status.items.1.text')).toHaveText('A licensed factory.');
  await shown.getByText(scope[0]!).click();
  await expect(field(page, 'status.items.1.scope.0')).toBeFocused();

  // The focus moves the page.
  await field(page, 'closing.heading').focus();
  await expect(placeOf(shown, 'closing.heading')).toHaveAttribute('data-shown', '');
  await expect(placeOf(shown, 'closing.heading')).toBeInViewport();
  await expect(shown.locator('[data-shown]')).toHaveCount(1);

  // Links do nothing, and the keyboard does not reach them.
  const address = page.url();
  await shown.getByRole('link', { name: CUSTOMS.callsToAction[0].label }).first().click();
  await expect(placeOf(shown, 'closing.heading')).toBeVisible();
  expectValue([page.url(), page.context().pages().length]).toEqual([address, 1]);
  await expect(shown.locator(':is(a, button, summary, input):not([tabindex="-1"])')).toHaveCount(0);

  await shown.getByText(CUSTOMS.questions[0]!.question).click();
  await field(page, 'questions.0.question').fill('Who of us must sign the declaration? '.repeat(3).trim());
  await expect(page.getByText(view.lines(4))).toBeVisible();
  await expect(field(page, 'questions.0.question')).toHaveAccessibleDescription(view.lines(4));
  await field(page, 'metaDescription').fill('x'.repeat(163));
  await expect(page.getByText(view.cut(163, 160))).toBeVisible();
  await field(page, 'metaTitle').fill('x'.repeat(50));
  await expect(page.getByText(view.cut(50 + ' | '.length + firm.name.length, 60))).toBeVisible();

  await page.getByRole('button', { name: firmForm.add('question') }).click();
  const last = CUSTOMS.questions.length;
  await expect(placeOf(shown, `questions.${last}.question`)).toHaveText('…');
  await field(page, `questions.${last}.question`).fill('Who signs?');
  await expect(placeOf(shown, `questions.${last}.question`)).toHaveText('Who signs?');
  await page.getByRole('button', { name: firmForm.ofItem(firmForm.up, 'Who signs?') }).click();
  await expect(placeOf(shown, `questions.${last - 1}.question`)).toHaveText('Who signs?');
  await expect(shown.locator('[data-shown]').first()).toHaveText('Who signs?');

  // In a sandbox without scripts WebKit calls no listener for clicks.
  await expect(page.locator('.page-view__frame[sandbox]')).toHaveCount(0);
  expectConsoleError(/Content Security Policy|TrustedScript/);
  journey.expectLogged(/Content-Security-Policy report/);
  const ran = await placeOf(shown, 'lead').evaluate((place) => {
    const button = place.ownerDocument.createElement('button');
    place.append(button);
    try {
      button.setAttribute('onclick', 'parent.hasRun = true');
    } catch {
      // Trusted Types reject it too.
    }
    button.click();
    return 'hasRun' in window.parent;
  });
  expectValue(ran).toBe(false);
});

test('a telephone and an address on the page lead to their fields; only the page beside the form has words that are not saved, and it waits while something is typed halfway that it cannot show', async () => {
  const { page, shown } = await openForm(firmForm.tab, FIRM_PARTS[1].heading);
  const editNext = async (part: string): Promise<void> => {
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: firmForm.editPart(part) }).click();
  };
  await shown.locator('footer').getByText(firm.phone.display).click();
  await expect(field(page, 'phone')).toBeFocused();
  await shown.locator('footer').getByText(firm.email).click();
  await expect(field(page, 'email')).toBeFocused();
  await field(page, 'phone').fill('+91 22 5555 0001');
  await expect(shown.locator('footer [href^=tel]')).toHaveAttribute('href', 'tel:+912255550001');
  await expect(shown.locator('body')).toHaveText(NO_MARKS);

  await editNext('Offices');
  const street = shown.locator('[data-field~="address.street"]').first();
  await expect(street).toContainText(firm.address.street);
  await field(page, 'address.street').fill('One Street');
  await expect(street).toContainText('One Street');
  await page.locator('[id="words-cities"]').getByText(firm.cities[1]!.name).click();
  const zone = field(page, 'cities.1.timeZone');
  await zone.fill('Asia/Kol');
  await expect(page.getByText(view.failed)).toBeVisible();
  await expect(street).toContainText('One Street');
  await zone.fill('Asia/Kolkata');
  await expect(page.getByText(view.hint)).toBeVisible();

  await editNext(FIRM_PARTS[0].heading);
  await field(page, 'name').fill('Rao & Co');
  await expect(shown.locator('.site-header')).toContainText('Rao & Co');
  const key = 'india-going-global.words';
  const inForce = page.evaluate((name) => (window as never)[Symbol.for(name)]['inForce']['firm'], key);
  await expectValue(inForce).resolves.toBeUndefined();
  await page.getByRole('button', { name: view.phone }).click();
  await expect(page.getByTitle(view.frame(FIRM_PARTS[0].heading, view.phone))).toBeVisible();
  await expect(shown.locator('.site-header')).toContainText('Rao & Co');
});

test('the page has the posts and testimonials that visitors see', async () => {
  const { service } = journey.app;
  const post = { slug: 'in-the-view', content: '<p>Text.</p>', title: 'Shown beside the form' };
  await service
    .from('blog_posts')
    .insert({ ...post, status: 'published' })
    .throwOnError();
  await service
    .from('blog_posts')
    .insert({ ...post, slug: 'a-draft', title: 'Not shown' })
    .throwOnError();
  await service
    .from('testimonials')
    .insert({ name: 'Zara Beside', company: 'Beside Ltd', testimonial: 'They answer.' })
    .throwOnError();
  const home = await openForm(pagesTab.tab, crumbWords.home.label);
  await expect(home.shown.getByText(post.title).first()).toBeVisible();
  await expect(home.shown.getByText('Zara Beside').first()).toBeVisible();
  await expect(home.shown.getByText('Not shown')).toHaveCount(0);
  await home.page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await home.page.getByRole('button', { name: firmForm.editPart(PUBLIC_WORDS['blog']!.title) }).click();
  await expect(home.shown.locator('h1', { hasText: 'Our Blog' })).toBeVisible();
  await expect(home.shown.getByText(post.title).first()).toBeVisible();
});

test('on a phone a switch shows the form or its page', async () => {
  const { page, shown } = await openForm(pagesTab.tab, CUSTOMS.title, 390);
  const choose = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const lead = field(page, 'lead');
  await lead.fill('We clear goods.');
  await expect(page.locator('.page-view')).toBeHidden();
  await choose(view.page);
  await expect(lead).toBeHidden();
  await expect(placeOf(shown, 'lead')).toHaveText('We clear goods.');
  await expectTargetSizes(page);
  await expectAccessibleLayout(page);
  await page.setViewportSize({ width: 390, height: 812 });
  await placeOf(shown, 'brief.whatItIs').click();
  await expect(field(page, 'brief.whatItIs')).toBeFocused();
  await expect(page.locator('.page-view')).toBeHidden();
  await expectTargetSizes(page);

  // An error is in the form.
  await lead.fill('');
  await choose(view.page);
  await save(page);
  await expect(page.getByRole('alert')).toContainText('First sentences');
  await expect(lead).toBeVisible();
});
