import { expect, test } from 'vitest';
import { about } from './about.ts';
import { blogWords } from './blog-words.ts';
import { blogList, blogPost } from './blog.ts';
import { contact } from './contact.ts';
import { builtInPeople, firm } from './firm.ts';
import { homeLists } from './home-lists.ts';
import { home } from './home.ts';
import { bookConsultation, footerGroups, headerLinks } from './navigation.ts';
import { notFound } from './not-found.ts';
import { directionsUrl, mapEmbedUrl } from './coordinates.ts';
import { addressLines, listOffices, mainOffice } from './offices.ts';
import { servicesPage } from './services-list.ts';
import { customsCompliance } from './services/customs-compliance.ts';
import { financialDueDiligence } from './services/financial-due-diligence.ts';
import { foreignTradePolicy } from './services/foreign-trade-policy.ts';
import { governmentLiaison } from './services/government-liaison.ts';
import { international } from './services/international.ts';
import { marketEntry } from './services/market-entry.ts';
import { ongoingCompliance } from './services/ongoing-compliance.ts';
import { qualityControl } from './services/quality-control.ts';
import { rbiFemaCompliance } from './services/rbi-fema-compliance.ts';
import { listLeaders, team } from './team.ts';

const pages = { about, blogList: { ...blogList, ...blogWords }, contact, home, notFound, servicesPage, team };
const pairs = (links: readonly { label: string; href: string }[]) => links.map(({ label, href }) => [label, href]);

test('the header has the links of the specification, in its order', () => {
  expect(pairs([...headerLinks, bookConsultation])).toEqual([
    ['Home', '/'],
    ['About Us', '/about'],
    ['Services', '/services'],
    ['Global consultancy', '/services/navigating-india-toreign-trade'],
    ['Team', '/team'],
    ['Contact', '/contact'],
    ['Book Consultation', '/contact'],
  ]);
});

test('the footer has the links of the specification, in its order, and perhaps more', () => {
  const specified = [
    '/',
    '/about',
    '/services',
    '/team',
    '/contact',
    '/services/foreign-trade-policy',
    '/services/rbi-fema-compliance',
    '/services/customs-compliance',
    '/services/market-entry',
  ];
  const links: string[] = footerGroups.flatMap((group) => group.links.map(({ href }) => href));
  expect(links.filter((href) => specified.includes(href))).toEqual(specified);
});

// Facts about the firm are read from the content, so that an operator may change firm.ts and these tests still pass.

test('the copyright has a year, and no social network has two links', () => {
  expect(firm.copyright).toMatch(/^© \d{4} /);
  expect(new Set(firm.social.map(({ href }) => new URL(href).host)).size).toBe(firm.social.length);
});

test('four leaders, three of them with a phone', () => {
  expect(listLeaders().map(({ name }) => name)).toEqual(Object.values(builtInPeople).map(({ name }) => name));
  expect(listLeaders().filter(({ showsPhone }) => showsPhone)).toHaveLength(3);
  expect(team.heading).toBe('Our Expert Team');
  expect(team.values.points.map((value) => value.title)).toEqual(['Integrity', 'Excellence', 'Client Success']);
});

test('the main office comes first, with the address of the firm', () => {
  const offices = listOffices();
  expect(offices[0]).toBe(mainOffice);
  expect(mainOffice.address).toEqual(firm.address);
  expect(new Set(offices.map(({ label }) => label)).size).toBe(offices.length);
});

test('an address is written in the order of its country', () => {
  const lines = { street: '1 Sample Street', city: 'Town', region: 'Region', postalCode: '100 01' };
  expect(addressLines({ ...lines, country: 'India', countryCode: 'IN' })).toEqual([
    '1 Sample Street',
    'Town 100 01',
    'Region, India',
  ]);
  expect(addressLines({ ...lines, country: 'USA', countryCode: 'US' })).toEqual([
    '1 Sample Street',
    'Town, Region 100 01',
    'USA',
  ]);
});

test('map and directions point at the office', () => {
  const { coordinates } = mainOffice;
  const place = `${coordinates.latitude},${coordinates.longitude}`;
  const embed = new URL(mapEmbedUrl(coordinates)).searchParams;
  const [west, south, east, north] = (embed.get('bbox') ?? '').split(',').map(Number) as [
    number,
    number,
    number,
    number,
  ];
  expect(west < coordinates.longitude && coordinates.longitude < east).toBe(true);
  expect(south < coordinates.latitude && coordinates.latitude < north).toBe(true);
  expect(embed.get('marker')).toBe(place);
  expect(new URL(directionsUrl(coordinates)).searchParams.get('destination')).toBe(place);
});

test('home has the words and links of the specification', () => {
  expect(home.hero.heading).toBe(firm.name);
  expect(pairs(home.hero.actions)).toEqual([
    ['Book a Consultation', '/contact'],
    ['Our Services', '/services'],
  ]);
  expect(home.about.link.href).toBe('/about');
  expect(homeLists.blog.all).toEqual({ label: 'View All Articles', href: '/blog' });
  expect(home.whyChoose.heading).toBe(`Why Choose ${firm.name}`);
  expect(home.whyChoose.points).toHaveLength(4);
  expect(home.closing.action.href).toBe('/contact');
});

test('two of the eight service cards of home lead to home', () => {
  expect(home.services.cards.map((card) => card.href)).toEqual([
    '/services/foreign-trade-policy',
    '/services/rbi-fema-compliance',
    '/services/customs-compliance',
    '/services/market-entry',
    '/services/financial-due-diligence',
    '/services/quality-control',
    '/',
    '/',
  ]);
  expect(home.services.cards[2]?.label).toBe('Customs and Foreign Trade Compliance');
});

test('the services page lists the same eight, each leading to its own page', () => {
  expect(servicesPage.list.services.map((service) => service.href)).toEqual([
    ...home.services.cards.slice(0, 6).map((card) => card.href),
    '/services/ongoing-compliance',
    '/services/government-liaison',
  ]);
  const titles = home.services.cards.map((card) => card.label);
  titles[2] = 'Trade and Customs service';
  expect(servicesPage.list.services.map((service) => service.title)).toEqual(titles);
  expect(servicesPage.whyChoose.heading).toBe('Why Choose Our Services');
  expect(servicesPage.whyChoose.points.map((point) => point.numeral)).toEqual(['10+', '360°', '24/7']);
  expect(servicesPage.closing.action.href).toBe('/contact');
});

test('testimonials have the specified words', () => {
  const words = homeLists.testimonials;
  expect(home.testimonials.heading).toBe('What Our Clients Say');
  expect(home.testimonials.subtitle).toBe(
    "Don't just take our word for it. Here's what our satisfied clients have to say about our services.",
  );
  expect(words.empty).toBe('No testimonials available at the moment. Check back soon!');
  expect(words.errorPrefix + words.unexpectedError).toBe('Error loading testimonials: An unexpected error occurred');
});

test('about has its parts', () => {
  expect(about.setsUsApart.heading).toBe('What Sets Us Apart');
  expect(about.setsUsApart.points).toHaveLength(4);
  expect(about.approach.parts.map((part) => part.title.toLowerCase())).toEqual([
    'personalized advisory',
    'timely solutions',
    'proactive compliance',
  ]);
  expect([about.closing.action.href, about.closing.second.href]).toEqual(['/contact', '/services']);
});

test('contact has its parts', () => {
  expect(contact.form.fields.name.label).toBe('Full Name');
  expect(contact.form.sending).toBe('Sending...');
  expect(contact.form.privacy.link).toEqual({ label: 'Privacy', href: '/privacy' });
  expect(contact.direct.contacts).toHaveLength(4);
  expect(contact.direct.emails).toHaveLength(2);
  expect(contact.promise.heading).toBe('Quick Response Promise');
  expect(contact.promise.text).toBe(firm.replyPromise);
});

test('the blog has the specified words', () => {
  expect(blogList.heading).toBe('Our Blog');
  expect(blogList.readMore).toBe('Read More →');
  expect(blogList.empty).toEqual({ heading: 'No blog posts found', text: 'Check back soon for new content!' });
  expect(blogPost.notFound).toEqual({
    heading: 'Blog Post Not Found',
    text: "The blog post you're looking for doesn't exist.",
  });
  expect(blogPost.back).toEqual({ label: 'Back to Blog', href: '/blog' });
});

test('the not-found page has the specified words', () => {
  expect([notFound.code, notFound.heading]).toEqual(['404', 'Oops! Page not found']);
  expect(notFound.home).toEqual({ label: 'Return to Home', href: '/' });
});

test('every page has its own description of 110 to 165 characters', () => {
  for (const [name, page] of Object.entries(pages)) {
    expect(page.metaDescription.length, name).toBeGreaterThanOrEqual(110);
    expect(page.metaDescription.length, name).toBeLessThanOrEqual(165);
  }
  expect(new Set(Object.values(pages).map((page) => page.metaDescription)).size).toBe(Object.keys(pages).length);
  expect(new Set(Object.values(pages).map((page) => page.metaTitle)).size).toBe(Object.keys(pages).length);
});

const servicePages = [
  foreignTradePolicy,
  rbiFemaCompliance,
  customsCompliance,
  marketEntry,
  financialDueDiligence,
  qualityControl,
  ongoingCompliance,
  governmentLiaison,
  international,
];
/** Every file of words, but launch.ts, which quotes claims, and word-pages.ts, which has the words of the services again. */
const modules = import.meta.glob<object>(['./*.ts', '!./*.test.ts', '!./{launch,word-pages}.ts'], { eager: true });
const printed = JSON.stringify([modules, servicePages]);

/** The code of ethics bars solicitation, free work, and any description but that of a chartered accountant. */
test.each([
  [
    'invites',
    /\bBring (?:us|the(?! discarded))\b|\bAsk (?:before|about)\b|is enough to start|Have you received|invitation to engage/g,
  ],
  [
    'offers work before an engagement',
    /\breply (?:outlines|lists)\b|reply with (?:an outline|the questions)|\bfree (?:advice|review|call)\b/gi,
  ],
  ['describes the members otherwise', /trade (?:advisers?|consultants?|experts?)\b/gi],
  ['drafts contracts', /(?<!terms for )intercompany agreements|loan agreement\b/gi],
])('no page %s', (_, withdrawn) => {
  expect(printed.match(withdrawn)).toBeNull();
});

test('access at any hour is claimed once on the services page and once on that of ongoing compliance', () => {
  for (const claim of [/24\/7/g, /at any hour/g]) {
    expect(printed.match(claim)).toHaveLength(2);
    for (const page of [servicesPage, ongoingCompliance]) expect(JSON.stringify(page).match(claim)).toHaveLength(1);
  }
});

test('no page claims superiority, promises a result, or counts what was not specified', () => {
  expect(
    printed.match(/\b(best|leading|top|number one|world-class|premier|unmatched|fast-track|hassle)\b/gi),
  ).toBeNull();
  const words = JSON.stringify(modules);
  expect(words.match(/guarantee/gi)).toBeNull();
  expect(words.match(/\b\d+\s*(per cent|%|clients)/gi)).toBeNull();
});
