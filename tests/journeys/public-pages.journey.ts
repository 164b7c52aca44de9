import type { Page } from 'playwright';
import { beforeAll, test } from 'vitest';
import { type Checklist, checklists } from '#site/content/checklists.ts';
import { firm } from '#site/content/firm.ts';
import { home } from '#site/content/home.ts';
import { bookConsultation, footerGroups, headerLinks, noteLinks } from '#site/content/navigation.ts';
import { listOffices, mainOffice } from '#site/content/offices.ts';
import { servicesPage } from '#site/content/services-list.ts';
import { listLeaders } from '#site/content/team.ts';
import type { PublicPath } from '#site/route-table.ts';
import { expect } from '../support/page-expect.ts';
import { NOT_FOUND_WORDS, PUBLIC_ROUTES } from '../support/routes.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';

const journey = setUpJourney({ sampleContent: true });
journey.expectLogged(/Could not find the table 'public\.categories'/);

type Expected = {
  h1: string;
  /** Buttons of the page itself, in their order: label and target. */
  buttons: readonly [label: string, href: string][];
  /** The number of elements below a second-level heading. */
  parts?: readonly [heading: string, selector: string, count: number][];
  /** Words that the specification names. */
  says?: readonly string[];
};

// content.test.ts holds them to the specification.
const HEADER = [...headerLinks, bookConsultation].map(({ label, href }) => [label, href]);
const FOOTER = footerGroups.flatMap(({ links }) => links.map(({ href }) => href));
const BOOK: [string, string] = ['Book a Consultation', '/contact'];
const ALL: [string, string] = ['View All Services', '/services'];
const service = (label: string, ...others: [string, string][]): Expected['buttons'] => [
  [label, '/contact'],
  ...others,
  [label, '/contact'],
];

/** Specification §2, page by page. */
const PAGES: Record<PublicPath | `/blog/${string}`, Expected> = {
  '/': {
    h1: firm.name,
    buttons: [BOOK, ['Our Services', '/services'], BOOK],
    parts: [[`Why Choose ${firm.name}`, 'h3', 4]],
    says: ['What Our Clients Say', 'View All Articles'],
  },
  '/about': {
    h1: 'About Us',
    buttons: [BOOK, ['Our Services', '/services'], BOOK, ['Our Services', '/services']],
    parts: [
      ['What Sets Us Apart', 'h3', 4],
      ['How we work', 'h3', 3],
    ],
    says: ['Our mission', 'Our vision', 'Personalized advisory', 'Timely solutions', 'Proactive compliance'],
  },
  '/services': {
    h1: 'Our Services',
    buttons: [BOOK, BOOK],
    parts: [['Why Choose Our Services', 'h3', 3]],
    says: ['Trade and Customs service', '10+', '360°', '24/7'],
  },
  '/team': {
    h1: 'Our Expert Team',
    buttons: [BOOK],
    parts: [
      ['Leadership', 'h3', 4],
      ['Leadership', '.monogram, .arch__opening img', 4],
      ...listLeaders().flatMap(({ phone, showsPhone }): [string, string, number][] =>
        phone ? [['Leadership', `a[href="tel:${phone.e164}"]`, showsPhone ? 1 : 0]] : [],
      ),
      ['Leadership', 'a[href^="tel:"]', listLeaders().filter(({ showsPhone }) => showsPhone).length],
    ],
    says: ['collective expertise', 'Integrity', 'Excellence', 'Client Success'],
  },
  '/contact': {
    h1: 'Contact us',
    buttons: [
      [`Call ${mainOffice.phone.display}`, `tel:${mainOffice.phone.e164}`],
      ['WhatsApp', `https://wa.me/${firm.whatsApp.e164.slice(1)}`],
    ],
    parts: [
      ['Our offices', 'h3', listOffices().length],
      ['Our offices', 'a[href^="https://www.google.com/maps/dir/"]', listOffices().length],
    ],
    says: ['Quick Response Promise', firm.replyPromise, `Find the main office in ${firm.address.city}`],
  },
  ...(Object.fromEntries(
    checklists.map(({ path, title, groups }): [string, Expected] => [
      path,
      { h1: title, buttons: [], says: groups.flatMap(({ heading, items }) => [heading, ...items]) },
    ]),
  ) as Record<Checklist['path'], Expected>),
  '/blog': { h1: 'Our Blog', buttons: [BOOK] },
  '/blog/moowr-bonded-factory': { h1: 'MOOWR in plain terms: who gains from a bonded factory', buttons: [BOOK] },
  '/privacy': {
    h1: 'Privacy',
    buttons: [['Contact us', '/contact']],
    says: ['What is kept, and for how long', 'Digital Personal Data Protection Act, 2023'],
  },
  '/disclaimer': {
    h1: 'Disclaimer',
    buttons: [['Contact us', '/contact']],
    says: ['Information, not advice', 'No solicitation'],
  },
  '/services/foreign-trade-policy': {
    h1: 'Foreign Trade Policy',
    buttons: service('Schedule Consultation', ALL),
    parts: [
      ['Essential facilitation', 'h3', 4],
      ['Specialized compliance', 'h3', 2],
      ['Advisory, audit and disputes', 'h3', 3],
      ['Why choose us for DGFT work', 'h3', 4],
    ],
    says: ['IEC management', 'Advance Authorization', 'EPCG', 'six years', 'DFIA', 'SCOMET', 'Restricted items'],
  },
  '/services/rbi-fema-compliance': {
    h1: 'RBI and FEMA Compliance',
    buttons: service('Get Expert Guidance', ALL),
    parts: [
      ['Foreign exchange', 'h3', 3],
      ['International taxation', 'h3', 3],
      ['Foreign exchange for individuals', 'h3', 4],
      ['Transfer pricing', 'h3', 2],
    ],
    says: [
      'FEMA compliance',
      'ECB advisory',
      'FDI advisory',
      'Additional services',
      'Cross-border advisory',
      'DTAA',
      'BEPS',
    ],
  },
  '/services/customs-compliance': {
    h1: 'Customs and Foreign Trade Compliance',
    buttons: service('Get Customs Support', ALL),
    parts: [
      ['Status and duty schemes', 'h3', 3],
      ['Value and duty', 'h3', 3],
      ['Disputes and review', 'h3', 3],
    ],
    says: ['AEO', 'MOOWR', 'Duty drawback', 'SVB matters', 'GST on trade'],
  },
  '/services/market-entry': {
    h1: 'Market Entry into India',
    buttons: service('Start Your Journey'),
    parts: [
      ['From permissibility to yearly filings', 'h3', 3],
      ['From funding to routine', 'h3', 3],
    ],
    says: ['Bank account', 'Tax compliance', 'Ongoing compliance'],
  },
  '/services/financial-due-diligence': {
    h1: 'Financial Due Diligence',
    buttons: service('Request Due Diligence Services', ALL),
    parts: [
      ['Earnings, cash, debt and exposure', 'h3', 4],
      ['Further reviews, and support on the contract', 'dt', 6],
      ['Scope by type of transaction', 'dt', 5],
    ],
    says: ['three to five years'],
  },
  '/services/quality-control': {
    h1: 'Quality Control and Dispute Resolution',
    buttons: service('Get Resolution Support', ALL),
    parts: [
      ['Redress at DGFT, and who hears what', 'h3', 4],
      ['From the first notice to the next contract', 'dt', 4],
    ],
  },
  '/services/ongoing-compliance': {
    h1: 'Ongoing Compliance and Advisory',
    buttons: service('Start Compliance Program', ALL),
    parts: [
      ['Corporate, tax, foreign exchange and trade', 'h3', 4],
      ['What is included', 'dt', 6],
      ['What it changes for you', 'dt', 6],
    ],
    says: ['24/7'],
  },
  '/services/government-liaison': {
    h1: 'Liaison with Government Authorities',
    buttons: service('Get Liaison Support', ALL),
    parts: [
      ['Applications, hearings, rulings and representations', 'h3', 4],
      ['The authorities, and the matters before each', 'dt', 8],
      ['What the work covers', 'dt', 6],
    ],
  },
  '/services/navigating-india-toreign-trade': {
    h1: 'Global consultancy: USA, UK and Dubai',
    buttons: service('Get Started Today', ALL),
    parts: [
      ['What we cover at each destination', 'a', 3],
      ['United States of America', 'h3', 3],
      ['United Kingdom', 'h3', 1],
      ['Dubai', 'h3', 1],
      ['Mainland or free zone', 'tbody tr', 5],
      ['Our approach', 'h3', 3],
    ],
  },
};

/** Expects the header, with its own link alone highlighted, the footer, and the names of links that open a new tab. */
async function expectFrame(page: Page, path: string): Promise<void> {
  // The link to the dashboard is hidden from visitors.
  const header = await page
    .locator('.site-header .site-header__nav a')
    .evaluateAll((links) =>
      links
        .filter((link) => !link.closest('[hidden]'))
        .map((link) => [link.textContent?.trim(), link.getAttribute('href')]),
    );
  expect(header).toEqual(HEADER);
  const [current = path.startsWith('/services/') ? 'Services' : null] = HEADER.find(([, href]) => href === path) ?? [];
  const highlighted = page.locator('.site-header__nav a[aria-current]:not(.button)');
  await expect(highlighted).toHaveText(current ? [current] : []);
  await expect(page.locator('.contact-strip__contact')).toHaveText(`${firm.phone.display} ${firm.email}`);
  await expect(page.locator('.contact-strip__offices li')).toHaveText(firm.cities.map((city) => city.name));
  const footer = page.getByRole('contentinfo');
  const inside = await footer
    .locator('nav a:not([target])')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(inside).toEqual(FOOTER);
  await expect(footer.locator('nav a[target=_blank][rel~=noopener]')).toHaveCount(firm.social.length);
  await expect(footer.locator('address')).toContainText(firm.address.street);
  for (const { label, href } of noteLinks) {
    await expect(footer.getByRole('link', { name: label })).toHaveAttribute('href', href);
  }
  await expect(footer).toContainText(firm.practiceNote);
  await expect(footer).toContainText(firm.copyright);
  const links = page.locator('a[target=_blank]:visible');
  // While the footer is laid out, one of its links may have no box.
  await expect.poll(() => links.count()).toBeGreaterThanOrEqual(firm.social.length);
  const named = page.getByRole('link', { name: /\w \(opens in a new tab\)$/ });
  await expect(links.and(named).and(page.locator('[rel~=noopener]'))).toHaveCount(await links.count());
}

const partOf = (page: Page, heading: string) =>
  page
    .locator('main section')
    .filter({ has: page.getByRole('heading', { level: 2, name: heading, exact: true }) })
    .last();

/** Every page without JavaScript; with it those with islands, and one on which only the scripts of the frame run. */
const VISITS = [
  ...PUBLIC_ROUTES.map((path) => ({ path, javaScript: false })),
  ...['/', '/contact', '/services/market-entry'].map((path) => ({ path, javaScript: true })),
];

/** The pages are read one after the other in two browsers, without JavaScript and with it. */
const pages = new Map<boolean, Page>();
beforeAll(async () => {
  for (const javaScript of [false, true]) pages.set(javaScript, (await journey.visit({ javaScript })).page);
});

test.each(VISITS)(
  '$path has what the specification names, with the header and the footer, with JavaScript $javaScript',
  async ({ path, javaScript }) => {
    const { h1, buttons, parts = [], says = [] } = PAGES[path as keyof typeof PAGES]!;
    const page = pages.get(javaScript)!;
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(page.locator('h1')).toHaveText(h1);
    // The links by which a post is shared are in post.journey.ts.
    const found = await page
      .locator('main :not(.share-links__row) > a.button')
      .evaluateAll((links) => links.map((link) => [link.textContent?.trim(), link.getAttribute('href')]));
    expect(found).toEqual(buttons);
    for (const [heading, selector, count] of parts) {
      await expect(partOf(page, heading).locator(selector), `${heading}: ${selector}`).toHaveCount(count);
    }
    for (const words of says) await expect(page.locator('main')).toContainText(words);
    await expectFrame(page, path);
  },
);

test('home and services list the same eight services, and two cards of home lead home', async () => {
  const { page } = await journey.visit({ javaScript: false });
  const entries = async (path: string, list: string) => {
    await page.goto(path);
    return page.locator(list).evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  };
  // content.test.ts holds both lists to the specification.
  expect(await entries('/', 'main .service-index h3 a')).toEqual(home.services.cards.map(({ href }) => href));
  const { services } = servicesPage.list;
  expect(await entries('/services', 'main .service-catalogue h3 a')).toEqual(services.map(({ href }) => href));
});

test('the cards of the international page lead to its regions', async () => {
  const { page } = await journey.visit();
  await page.goto('/services/navigating-india-toreign-trade');
  for (const region of ['#usa-services', '#uk-services', '#dubai-services']) {
    await page.locator(`main a[href="${region}"]`).first().click();
    await expect(page).toHaveURL(new RegExp(`${region}$`));
    await expect(page.locator(region)).toBeInViewport();
  }
});

test.each([true, false])(
  'an unknown path answers 404, logs the path, and leads home, with JavaScript %s',
  async (javaScript) => {
    const { page, expectConsoleError } = await journey.visit({ javaScript });
    expectConsoleError(failedResource(404));
    expectConsoleError(new RegExp(`^${NOT_FOUND_WORDS} /no/such-page`));
    const logged: string[] = [];
    page.on('console', (line) => logged.push(line.text()));
    expect((await page.goto('/no/such-page?x=1'))?.status()).toBe(404);
    await expect(page.locator('h1')).toContainText('404');
    await expect(page.locator('h1')).toContainText('Oops! Page not found');
    if (javaScript) {
      expect(logged).toContain(`${NOT_FOUND_WORDS} /no/such-page`);
      expectConsoleError(new RegExp(`^${NOT_FOUND_WORDS} /services//rbi`));
      await page.goto('/services//rbi');
      expect(logged).toContain(`${NOT_FOUND_WORDS} /services//rbi`);
    }
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL(`${journey.app.url}/`);
  },
);

test('a page that throws shows the error page of the site', async () => {
  const { app } = journey;
  await app.query('alter table public.categories rename to categories_away');
  try {
    const { page, expectConsoleError } = await journey.visit();
    expectConsoleError(failedResource(503));
    expect((await page.goto('/blog/category/customs-and-gst?page=7'))?.status()).toBe(503);
    await expect(page.locator('h1')).toContainText('This page could not be shown');
    await expect(page).toHaveTitle(/Something went wrong/);
    await expect(page.locator('.site-header')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible();
  } finally {
    await app.query('alter table public.categories_away rename to categories');
  }
});
