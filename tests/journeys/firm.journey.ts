import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterEach, beforeAll, test } from 'vitest';
import { FIRM_PARTS } from '#contract/words/firm.ts';
import { crumbWords } from '#site/content/crumbs.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { firm } from '#site/content/firm.ts';
import { home } from '#site/content/home.ts';
import { customsCompliance as CUSTOMS } from '#site/content/services/customs-compliance.ts';
import { findPhrase } from '#site/content/find-phrase.ts';
import { firmForm, pagesTab, placeWords } from '#site/content/words-form.ts';
import { media } from '#site/content/media.ts';
import { listLeaders } from '#site/content/team.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { pasteInto } from '../support/paste-into.ts';
import { save, setUpPostEditor } from '../support/post-editor.ts';
import { expectTargetSizes } from '../support/target-size.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';

const { journey, openAsEditor } = setUpPostEditor();
const [NAME, CONTACT, , OFFICES, PEOPLE] = FIRM_PARTS.map(({ heading }) => heading) as [
  string,
  string,
  string,
  string,
  string,
];
const PHONE = { display: '+91 22 5555 0001', e164: '+912255550001' };
const LONG = 'The duty is paid later. '.repeat(12).trim();
const FIRM_WORDS = `select words from public.site_words where page = 'firm'`;
let photo: { name: string; mimeType: string; buffer: Buffer };

beforeAll(async () => {
  const buffer = await sharp({ create: { width: 720, height: 900, channels: 3, background: '#543' } })
    .jpeg()
    .toBuffer();
  photo = { name: 'Meera.jpg', mimeType: 'image/jpeg', buffer };
});
const resetWords = () => journey.app.query(`update public.site_words set words = '{}'`);
afterEach(resetWords);

async function openFirm(width = 1280) {
  const visit = await openAsEditor({ width });
  await visit.page.getByRole('tab', { name: firmForm.tab }).click();
  return visit;
}

/** Opens the form of a part. It reads the words once more first: what others save before that is no conflict. */
async function edit(page: Page, part: string): Promise<void> {
  await page.getByRole('button', { name: firmForm.editPart(part) }).click();
  await page.locator('.item-form').waitFor();
}
const field = (page: Page, path: string) => page.locator(`[id="words-${path}"]`);
/** The toast of an earlier save may still be shown; the form closes with its own save only. */
async function expectSaved(page: Page): Promise<void> {
  await expect(page.locator('.item-form')).toHaveCount(0);
  await expectToast(page, DASHBOARD_MESSAGES.words.updated);
}

test('an administrator changes the telephone number on a phone, which is on the next page of a visitor, and returns to the built-in one; adds a partner with a photograph, moves her first by the keyboard, and she is on the team page', async () => {
  const { page } = await openFirm(390);
  await edit(page, CONTACT);
  await expectAccessibleLayout(page);
  await field(page, 'phone').fill('0141 222');
  await save(page);
  await expect(page.getByRole('alert')).toContainText('Telephone: begin with +');
  await field(page, 'phone').fill(PHONE.display);
  await save(page);
  await expectSaved(page);
  await expect(page.getByText(`${PHONE.display}, ${firm.email}`)).toBeVisible();
  const visitor = await journey.visit({ width: 390 });
  await visitor.page.goto('/contact');
  await expect(visitor.page.locator('footer')).toContainText(PHONE.display);
  for (const width of [390, 1280]) {
    await visitor.page.setViewportSize({ width, height: 812 });
    await expect(visitor.page.locator(`a[href="tel:${PHONE.e164}"]`).first()).toBeVisible();
  }

  await page.reload();
  await expect(page.locator('footer')).toContainText(PHONE.display);
  await page.getByText(firmForm.count(1)).waitFor();
  await edit(page, CONTACT);
  await page.getByRole('button', { name: firmForm.builtIn }).click();
  await expect(field(page, 'phone')).toHaveValue(firm.phone.display);
  await save(page);
  await expectSaved(page);
  await visitor.page.reload();
  await expect(visitor.page.locator('footer')).toContainText(firm.phone.display);

  await page.setViewportSize({ width: 390, height: 812 });
  await edit(page, PEOPLE);
  await page.getByRole('button', { name: firmForm.add('person') }).click();
  await expect(field(page, 'people.4.name')).toBeFocused();
  const typed = {
    name: 'Meera Rao',
    designation: 'Partner, Mumbai',
    qualification: 'FCA',
    about: 'Advises on ports. Appears before customs.',
    subjects: 'Ports',
    languages: 'English, Marathi',
    email: 'meera.rao@firm.example',
    phone: '+91 22 5555 0002',
  };
  for (const [name, text] of Object.entries(typed)) await field(page, `people.4.${name}`).fill(text);
  const picture = page.locator('.image-field', { has: field(page, 'people.4.photograph') });
  await picture.getByRole('button', { name: media.field.upload }).click();
  const dialog = page.locator('.dialog');
  await dialog.locator('input[type=file]').setInputFiles(photo);
  await dialog.getByLabel(media.alt.label).fill('Meera Rao');
  await dialog.getByRole('button', { name: media.upload }).click();
  await expect(field(page, 'people.4.photograph')).toHaveValue(/^\/storage\//);
  await expectAccessibleLayout(page);
  for (let place = 4; place > 0; place -= 1) {
    const up = page.getByRole('button', { name: firmForm.ofItem(firmForm.up, 'Meera Rao') });
    await (place === 4 ? up.press('Enter') : page.keyboard.press('Enter'));
  }
  await save(page);
  await expectSaved(page);

  await visitor.page.setViewportSize({ width: 390, height: 812 });
  await visitor.page.goto('/team');
  const people = visitor.page.locator('.people-row__person');
  await expect(people).toHaveCount(listLeaders().length + 1);
  await expect(people.first()).toContainText('Partner, Mumbai');
  const portrait = people.first().getByRole('img', { name: 'Meera Rao' });
  await portrait.scrollIntoViewIfNeeded();
  await expect.poll(() => portrait.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await expectAccessibleLayout(visitor.page);

  await edit(page, PEOPLE);
  await page.getByRole('button', { name: firmForm.ofItem(firmForm.remove, 'Meera Rao') }).click();
  await save(page);
  await expectSaved(page);
  await visitor.page.reload();
  await expect(people).toHaveCount(listLeaders().length);
});

test('an administrator chooses who receives enquiries and where the map is, beside another administrator and with earlier versions', async () => {
  const { page, expectConsoleError } = await openFirm();
  const { heading, asSet } = firmForm.enquiries;
  await expect(page.getByText(asSet)).toBeVisible();
  await edit(page, heading);
  await page.getByRole('button', { name: firmForm.add('email address') }).click();
  await field(page, 'recipients.0').fill('asha');
  await save(page);
  await expect(page.getByRole('alert')).toContainText('write it in the form name@company.com.');
  await expectAccessibleLayout(page);
  await field(page, 'recipients.0').fill('asha@firm.example');
  await save(page);
  await expect(page.locator('.item-form')).toHaveCount(0);
  await expectToast(page, DASHBOARD_MESSAGES.recipients.updated);
  await expect(page.getByText('asha@firm.example')).toBeVisible();
  await expect(page.getByText(asSet)).toHaveCount(0);

  const asked: string[] = [];
  await page.route('https://www.openstreetmap.org/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>Map</title>' });
  });
  await edit(page, OFFICES);
  const link = 'https://www.google.com/maps/place/Firm/@19,72,17z/data=!3m1!8m2!3d18.9256!4d72.8242';
  await pasteInto(field(page, 'coordinates.latitude'), { text: link });
  await expect(field(page, 'coordinates.latitude')).toHaveValue('18.9256');
  await expect(field(page, 'coordinates.longitude')).toHaveValue('72.8242');
  await field(page, 'coordinates.latitude').fill('18.9220, 72.8347');
  await field(page, 'coordinates.latitude').blur();
  await expect(field(page, 'coordinates.longitude')).toHaveValue('72.8347');
  await expectAccessibleLayout(page);
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: placeWords.show }).first().click();
  await expect(page.getByTitle(placeWords.title)).toBeFocused();
  // The frame has the focus before its request is here.
  await expect.poll(() => asked).toEqual([expect.stringContaining('marker=18.922%2C72.8347')]);
  await save(page);
  await expectSaved(page);
  expect((await journey.app.query(FIRM_WORDS))[0]?.['words']).toEqual({
    coordinates: { latitude: 18.922, longitude: 72.8347 },
  });

  await resetWords();
  expectConsoleError(/^The words could not be saved: ItemConflict/);
  await edit(page, CONTACT);
  await journey.app.query(`update public.site_words set words = '{"name": "Rao & Co"}' where page = 'firm'`);
  await field(page, 'phone').fill(PHONE.display);
  await save(page);
  await expectSaved(page);
  const [row] = await journey.app.query(FIRM_WORDS);
  expect(row?.['words']).toEqual({ name: 'Rao & Co', phone: PHONE });

  await edit(page, NAME);
  await journey.app.query(`update public.site_words set words = '{"name": "Rao & Sons"}' where page = 'firm'`);
  await field(page, 'name').fill('Rao & Daughters');
  await save(page);
  await expect(page.getByRole('alert')).toContainText('Not saved');
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expectSaved(page);
  expect((await journey.app.query(FIRM_WORDS))[0]?.['words']).toMatchObject({
    name: 'Rao & Daughters',
  });

  for (const name of ['Rao & Co', 'Rao & Sons']) {
    await edit(page, NAME);
    await field(page, 'name').fill(name);
    await save(page);
    await expectSaved(page);
    await expect(page.getByText(`${name}, ${firm.founded}`)).toBeVisible();
  }
  await edit(page, NAME);
  await page.getByText(firmForm.versions.heading).click();
  await page.getByRole('button', { name: firmForm.versions.compare }).first().click();
  await expect(page.getByText(firmForm.versions.same)).toBeVisible();
  await expect(page.getByRole('button', { name: firmForm.versions.use })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: firmForm.versions.compare }).nth(1).click();
  await page.getByRole('button', { name: firmForm.versions.use }).click();
  await expect(field(page, 'name')).toHaveValue('Rao & Co');
  await save(page);
  await expectSaved(page);
  expect(await (await fetch(`${journey.app.url}/about`)).text()).toContain('Rao &amp; Co');
});

test('an administrator rewrites words of Customs and Home, and a phrase in all pages and posts, and returns to the built-in words', async () => {
  const { page } = await openFirm();
  await page.getByRole('tab', { name: pagesTab.tab }).click();
  await expectAccessibleLayout(page);
  const open = () => page.getByRole('button', { name: firmForm.editPart(CUSTOMS.title) }).click();
  await open();
  await expectAccessibleLayout(page);
  await page.getByText(CUSTOMS.questions[0]!.question).click();
  await field(page, 'lead').fill('');
  await field(page, 'questions.0.answer').fill('');
  await save(page);
  await expect(page.getByRole('alert')).toContainText('First sentences: fill this in.');
  await expect(page.getByRole('alert')).toContainText(`${CUSTOMS.questions[0]!.question}, Answer: fill this in.`);
  await field(page, 'questions.0.answer').fill('It must not.');
  await field(page, 'lead').fill('We clear <b>goods</b> & answer notices.');
  await save(page);
  await expectSaved(page);
  await expect(page.getByText(pagesTab.state(2))).toBeVisible();
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: firmForm.seeOnSite }).click();
  await expect((await popup).locator('main')).toContainText('It must not.');
  await (await popup).close();
  const visitor = await journey.visit();
  await visitor.page.goto(CUSTOMS.path);
  await expect(visitor.page.locator('main')).toContainText('We clear <b>goods</b> & answer notices.');
  await expect(visitor.page.locator('main')).toContainText('It must not.');

  await open();
  for (const _ of [1, 2]) await page.getByRole('button', { name: firmForm.builtIn }).first().click();
  await expect(field(page, 'lead')).toHaveValue(CUSTOMS.lead);
  await save(page);
  await expectSaved(page);
  await expect(page.getByText(pagesTab.count(0), { exact: true }).first()).toBeVisible();
  await visitor.page.reload();
  await expect(visitor.page.locator('main')).toContainText(CUSTOMS.lead);

  await edit(page, crumbWords.home.label);
  await expectAccessibleLayout(page);
  const [first, second] = home.cards.map(({ label }) => label) as [string, string];
  for (const action of [firmForm.ofItem(firmForm.remove, first), firmForm.add('service')]) {
    await expect(page.getByRole('button', { name: action })).toHaveCount(0);
  }
  await page.getByRole('button', { name: firmForm.ofItem(firmForm.up, second) }).click();
  await field(page, 'cards').getByText(second, { exact: true }).click();
  await field(page, 'cards.0.summary').fill('Reports & <b>prices</b>.');
  await save(page);
  await expectSaved(page);
  await visitor.page.goto('/');
  const rows = visitor.page.locator('.service-index li');
  await expect(rows).toHaveCount(home.cards.length);
  await expect(rows.nth(0)).toContainText('Reports & <b>prices</b>.');
  await expect(rows.nth(0).getByRole('link', { name: second })).toHaveAttribute(
    'href',
    '/services/rbi-fema-compliance',
  );
  await expect(rows.nth(1)).toContainText(first);

  await dismissToasts(page);
  const { data: post } = await journey.app.service
    .from('blog_posts')
    .insert({
      title: 'Zebra Bench',
      slug: 'zebra-bench',
      content: `<p>The <b>Zebra&nbsp;Bench</b> &amp; us, R&amp;D.</p>${LONG}`,
    })
    .select('id')
    .single()
    .throwOnError();
  await journey.app.query(
    `update public.site_words set words = '{"lead": "Before the Zebra Bench."}' where page = $1`,
    ['customs-compliance'],
  );
  await page.getByText(findPhrase.heading).click();
  await page.getByLabel(findPhrase.find, { exact: true }).fill('Zebra Bench');
  await page.getByLabel(findPhrase.replace).fill('Lion Bench');
  await page.getByRole('button', { name: findPhrase.submit, exact: true }).click();
  const status = page.getByText(findPhrase.count(3));
  await expect(status).toBeVisible();
  await expectAccessibleLayout(page);
  await expectTargetSizes(page);
  for (const where of [
    findPhrase.inPage(CUSTOMS.title, 'First sentences'),
    findPhrase.inPost('Zebra Bench', dashboard.posts.fields.content),
  ]) {
    await page.getByRole('button', { name: findPhrase.ofPlace(findPhrase.replaceHere, where) }).click();
    await expect(page.getByText(findPhrase.replaced(where))).toBeFocused();
  }
  const stored = await journey.app.service.from('blog_posts').select('title, content').eq('id', post.id).single();
  expect(stored.data).toEqual({
    title: 'Zebra Bench',
    content: `<p>The <b>Lion Bench</b> &amp; us, R&amp;D.</p>${LONG}`,
  });
  await visitor.page.goto('/services/customs-compliance');
  await expect(visitor.page.getByText('Before the Lion Bench.')).toBeVisible();
  await expect(page.getByText(findPhrase.count(1))).toBeVisible();

  for (const phrase of ['R&D', LONG]) {
    await page.getByLabel(findPhrase.find, { exact: true }).fill(phrase);
    await page.getByRole('button', { name: findPhrase.submit, exact: true }).click();
    await expect(page.getByText(findPhrase.count(1))).toBeVisible();
    await expect(page.getByText(findPhrase.inPost('Zebra Bench', dashboard.posts.fields.content))).toBeVisible();
    await page.getByLabel(findPhrase.find, { exact: true }).fill(`${phrase}, not`);
    await page.getByRole('button', { name: findPhrase.submit, exact: true }).click();
    await expect(page.getByText(findPhrase.none(`${phrase}, not`))).toBeVisible();
  }
});

test('what is typed while the connection is lost stays in the form and on the device, and is saved later; facts that cannot be read are said to be so', async () => {
  const { page, context, expectConsoleError } = await openFirm();
  expectConsoleError(/Failed to load resource|could not be saved|WebSocket|ERR_INTERNET/);
  await edit(page, CONTACT);
  await field(page, 'phone').waitFor();
  await context.setOffline(true);
  await field(page, 'phone').fill(PHONE.display);
  await save(page);
  await expect(
    page
      .getByRole('alert')
      .or(page.getByRole('status'))
      .filter({ hasText: /Not saved/ })
      .first(),
  ).toBeVisible();
  await context.setOffline(false);
  await save(page);
  await expectSaved(page);
  await page.route('**/rest/v1/site_words*', (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken' } }),
  );
  await page.getByRole('tab', { name: dashboard.tabs.categories }).click();
  await page.reload();
  await page.getByRole('tab', { name: firmForm.tab }).click();
  await expect(page.getByRole('alert').filter({ hasText: firmForm.failed })).toBeVisible();
});
