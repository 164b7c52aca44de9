import fc from 'fast-check';
import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { type FirmWords, firmSchema } from '#contract/words/firm.ts';
import { differingWords, readWords } from '#contract/words/stored-words.ts';
import { builtInFirmWords } from '#site/content/built-in-words.ts';
import { contact } from '#site/content/contact.ts';
import { setCurrentWords } from '#site/content/current-words.ts';
import { firm } from '#site/content/firm.ts';
import { home } from '#site/content/home.ts';
import { privacyPage } from '#site/content/privacy.ts';
import { leaderPath, listLeaders } from '#site/content/team.ts';
import { organization, person, questions } from '#site/head/json-ld.ts';
import { PageFrame } from '#site/page-frame.tsx';
import { servicePages } from '#site/content/services/service-pages.ts';
import { wordsNameOf } from '#site/content/services/page-content.ts';
import { WORD_PAGES } from '#site/content/word-pages.ts';
import AboutPage from './about.tsx';
import CustomsPage from './services/customs-compliance.tsx';
import DueDiligencePage from './services/financial-due-diligence.tsx';
import TradePolicyPage from './services/foreign-trade-policy.tsx';
import LiaisonPage from './services/government-liaison.tsx';
import InternationalPage from './services/international.tsx';
import MarketEntryPage from './services/market-entry.tsx';
import OngoingPage from './services/ongoing-compliance.tsx';
import QualityPage from './services/quality-control.tsx';
import ExchangePage from './services/rbi-fema-compliance.tsx';
import TeamPage from './team.tsx';

afterEach(() => setCurrentWords('firm', null));

/** Text that breaks what is not escaped, in any script. */
const text = (max: number) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom('<b>', '</script>', '"', "'", '&', '{{', '<!--', 'x', ' '),
        fc.string({ unit: 'grapheme' }),
      ),
    )
    .map((parts) =>
      parts
        .join('')
        .replace(/[\p{C}\u2028\u2029]/gu, '')
        .slice(0, max)
        .toWellFormed()
        .trim(),
    )
    .filter((line) => line !== '');
const phone = fc
  .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1_000_000, max: 99_999_999 }))
  .map(([country, number]) => ({ display: `+${country} ${number}`, e164: `+${country}${number}` }));
const email = fc.stringMatching(/^[a-z0-9'&+]{1,20}$/).map((local) => `${local}@firm.example`);
const coordinates = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const address = fc.record({
  street: text(90),
  city: text(40),
  region: text(40),
  postalCode: text(12),
  country: text(40),
  countryCode: fc.constantFrom('IN', 'US', 'GB'),
});
const city = fc.record({ name: text(30), coordinates, timeZone: fc.constantFrom('Asia/Kolkata', 'America/New_York') });
const leader = fc.record({
  id: fc.stringMatching(/^[a-z0-9]{1,20}$/),
  name: text(60),
  isShown: fc.boolean(),
  designation: text(80),
  qualification: text(120),
  photograph: fc.constantFrom('', '/storage/v1/object/public/media/a".jpg', 'https://cdn.example/a.jpg'),
  about: text(400),
  subjects: text(160),
  languages: text(120),
  email,
  phone: fc.option(phone),
  showsPhone: fc.boolean(),
  field: fc.constantFrom('none', 'managing', 'trade', 'tax', 'usa'),
});
const list = <T,>(item: fc.Arbitrary<T>, minLength: number, maxLength: number) =>
  fc.array(item, { minLength, maxLength });

const words = fc.record({
  name: text(40),
  description: text(200),
  founded: fc.integer({ min: 1800, max: 2100 }),
  practiceNote: text(200),
  adviceNote: text(200),
  copyright: text(120),
  phone,
  whatsApp: phone,
  email,
  shownEmails: list(fc.record({ label: text(40), email }), 1, 4),
  enquiryTeam: text(60),
  replyPromise: text(200),
  grievanceOfficer: fc.record({ name: text(60), email, phone }),
  dataLocation: text(80),
  social: list(fc.record({ label: text(30), href: fc.webUrl({ validSchemes: ['https'] }) }), 0, 6),
  mainOfficeLabel: text(40),
  address,
  coordinates,
  openingHours: fc.record({ label: text(80), schema: fc.constant('Mo-Sa 10:00-18:30') }),
  howToCome: text(300),
  otherOffices: list(fc.record({ label: text(40), phone, address, coordinates }), 0, 11),
  cities: list(city, 1, 6),
  areaServed: list(fc.constantFrom('IN', 'US'), 1, 5),
  spokenLanguages: list(fc.constantFrom('en', 'hi'), 1, 5),
  people: fc.uniqueArray(leader, { minLength: 1, maxLength: 12, selector: ({ id }) => id }),
});

const PAGES = [AboutPage, TeamPage, TradePolicyPage, InternationalPage] as readonly ComponentType<{ loaderData: [] }>[];

function render(page: ReactNode): string {
  const router = createMemoryRouter([{ path: '*', element: page }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

const renderInFrame = (page: ReactNode) => render(<PageFrame>{page}</PageFrame>);
const countScripts = (html: string) => html.match(/<\/?script/g)?.length;
/** The scripts of the frame. */
const SCRIPTS = countScripts(renderInFrame(<TeamPage />));

const escaped = (value: string) => renderToStaticMarkup(<>{value}</>);
/** As a browser reads the text: terms that must not break stand in elements of their own. */
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '');

test('whatever an administrator writes that fits, every page shows it as text, and none fails', () => {
  fc.assert(
    fc.property(words, (value) => {
      const stored = JSON.parse(JSON.stringify(differingWords(builtInFirmWords, firmSchema.parse(value)))) as unknown;
      const read = readWords(firmSchema, builtInFirmWords, stored);
      expect(read.misfits).toEqual([]);
      setCurrentWords('firm', read.words);
      for (const Page of PAGES) {
        const html = renderInFrame(<Page loaderData={[]} />);
        const shown = textOf(html);
        for (const fact of [
          firm.name,
          firm.phone.display,
          firm.email,
          firm.copyright,
          ...firm.cities.map(({ name }) => name),
        ]) {
          expect(shown).toContain(escaped(fact));
        }
        expect(countScripts(html)).toBe(SCRIPTS);
      }
      const team = textOf(render(<TeamPage />));
      for (const { name, about } of listLeaders())
        for (const fact of [name, about]) expect(team).toContain(escaped(fact));
      expectRest(read.words);
    }),
    { numRuns: 25 },
  );
});

function expectRest(value: FirmWords): void {
  expect(home.hero.heading).toBe(value.name);
  expect(contact.direct.contacts).toHaveLength(4);
  expect(contact.direct.emails).toEqual(value.shownEmails);
  const facts = { activityDays: 30, backupDays: 7, countsViews: true, isHosted: false, hasHostedMail: false };
  expect(JSON.stringify(privacyPage(facts))).toContain(JSON.stringify(value.grievanceOfficer.email).slice(1, -1));
  expect(organization('https://firm.example')).toHaveLength(value.otherOffices.length + 2);
  for (const one of listLeaders()) expect(person(one, 'https://firm.example').url).toContain(leaderPath(one));
}

test('without stored words the built-in ones are shown again', () => {
  setCurrentWords('firm', { ...builtInFirmWords, name: 'Rao & Co' });
  expect(firm.name).toBe('Rao & Co');
  setCurrentWords('firm', null);
  expect(firm.name).toBe(builtInFirmWords.name);
  expect({ ...firm }).toMatchObject({ name: builtInFirmWords.name, phone: builtInFirmWords.phone });
});

/** In the order of `servicePages`. */
const SERVICE_PAGES = [
  TradePolicyPage,
  ExchangePage,
  CustomsPage,
  MarketEntryPage,
  DueDiligencePage,
  QualityPage,
  OngoingPage,
  LiaisonPage,
  InternationalPage,
];
const serviceWords = fc.record({
  lead: text(400),
  brief: fc.record({ whatItIs: text(400), whoNeedsIt: text(300), whatWeDo: text(300), whatYouReceive: text(300) }),
  partner: fc.constantFrom('managing', 'trade', 'tax', 'usa'),
  lawAsOf: fc.constantFrom('2026-07-31', '2024-02-29'),
  questions: list(fc.record({ question: text(140), answer: text(500) }), 1, 6),
  closing: fc.record({ heading: text(45), lead: text(200) }),
  metaTitle: text(60),
  metaDescription: text(200),
});

test.each(servicePages.map((page, at) => [wordsNameOf(page), page, SERVICE_PAGES[at]!] as const))(
  'what an administrator writes for %s is shown there as text, and what is built in beside it',
  (name, page, Page) => {
    const { schema, builtIn } = WORD_PAGES[name]!;
    const { title } = page;
    const label = page.closing.action.label;
    fc.assert(
      fc.property(serviceWords, (value) => {
        const stored = JSON.parse(JSON.stringify(differingWords(builtIn, schema.parse(value)))) as unknown;
        const read = readWords(schema, builtIn, stored);
        expect(read.misfits).toEqual([]);
        setCurrentWords(name, read.words);
        const html = renderInFrame(<Page loaderData={[]} />);
        const shown = textOf(html);
        for (const fact of [
          title,
          label,
          page.lead,
          ...Object.values(page.brief),
          ...page.questions.flatMap(({ question, answer }) => [question, answer]),
          page.closing.heading,
          page.closing.lead,
        ]) {
          expect(shown).toContain(escaped(fact));
        }
        expect(page.lead).toBe(read.words['lead']);
        expect(countScripts(html)).toBe(SCRIPTS);
        expect(questions(page, 'https://firm.example').mainEntity).toHaveLength(value.questions.length);
      }),
      { numRuns: 10 },
    );
    setCurrentWords(name, null);
    expect(page.lead).toBe(builtIn['lead']);
  },
);
