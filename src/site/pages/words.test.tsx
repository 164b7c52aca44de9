import fc from 'fast-check';
import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { type FirmWords, firmSchema } from '#contract/words/firm.ts';
import { differingWords, readWords } from '#contract/words/stored-words.ts';
import { about } from '#site/content/about.ts';
import { builtInFirmWords } from '#site/content/built-in-words.ts';
import { contact } from '#site/content/contact.ts';
import { builtInOf, setCurrentWords } from '#site/content/current-words.ts';
import { firm } from '#site/content/firm.ts';
import { home } from '#site/content/home.ts';
import { privacyPage } from '#site/content/privacy.ts';
import { leaderPath, listLeaders } from '#site/content/team.ts';
import { organization, person, questions } from '#site/head/json-ld.ts';
import { PageFrame } from '#site/page-frame.tsx';
import { servicePages } from '#site/content/services/service-pages.ts';
import { wordsNameOf } from '#site/content/services/page-content.ts';
import { PUBLIC_WORDS } from '#site/content/word-pages.ts';
import { blankQuotation } from '#site/sections/testimonials.tsx';
import { arbitraryWords, textsIn } from '#tests/support/arbitrary-words.ts';
import type { Route as Home } from './+types/home';
import AboutPage from './about.tsx';
import BlogPage from './blog.tsx';
import ContactPage from './contact.tsx';
import DisclaimerPage from './disclaimer.tsx';
import HomePage from './home.tsx';
import PrivacyPage from './privacy.tsx';
import ServicesPage from './services.tsx';
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

// The build writes it.
vi.mock('virtual:public-assets', () => ({ islandsEntry: '/islands.js' }));

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
const PRIVACY_FACTS = { activityDays: 30, backupDays: 7, countsViews: true, isHosted: false, hasHostedMail: false };
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
    fc.property(arbitraryWords(firmSchema, { text }), (value) => {
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
      for (const leader of listLeaders())
        for (const fact of [leader.name, leader.about]) expect(team).toContain(escaped(fact));
      expectRest(read.words);
      // The built-in words of the other pages fit with any facts of the firm in them.
      for (const { schema, builtIn } of Object.values(PUBLIC_WORDS)) expect(schema.parse(builtIn)).toEqual(builtIn);
    }),
    { numRuns: 25 },
  );
});

function expectRest(value: FirmWords): void {
  expect(home.hero.heading).toBe(value.name);
  expect(about.metaDescription).toContain(`founded in ${value.founded}:`);
  expect(about.story.paragraphs[0]).toContain(value.name);
  expect(contact.direct.contacts).toHaveLength(4);
  expect(contact.direct.emails).toEqual(value.shownEmails);
  expect(JSON.stringify(privacyPage(PRIVACY_FACTS))).toContain(
    JSON.stringify(value.grievanceOfficer.email).slice(1, -1),
  );
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

type AnyPage = ComponentType<{ loaderData: unknown }>;
const PAGE_OF: Readonly<Record<string, unknown>> = {
  home: HomePage,
  about: AboutPage,
  team: TeamPage,
  services: ServicesPage,
  'foreign-trade-policy': TradePolicyPage,
  'rbi-fema-compliance': ExchangePage,
  'customs-compliance': CustomsPage,
  'market-entry': MarketEntryPage,
  'financial-due-diligence': DueDiligencePage,
  'quality-control': QualityPage,
  'ongoing-compliance': OngoingPage,
  'government-liaison': LiaisonPage,
  'navigating-india-toreign-trade': InternationalPage,
  contact: ContactPage,
  blog: BlogPage,
  privacy: PrivacyPage,
  disclaimer: DisclaimerPage,
};
/** For any page; those of services load a list. */
const LOADED = Object.assign([], {
  ...PRIVACY_FACTS,
  ...({
    posts: [{ slug: 'a-post', href: '/blog/a-post', title: 'A post', date: { iso: '2026-11-26', text: 'A day' } }],
    testimonials: [blankQuotation('1')],
    times: [],
  } satisfies Home.ComponentProps['loaderData']),
  address: { page: 1, q: '' },
  list: { rows: [], total: 0 },
  categories: [],
});

test.each(Object.entries(PUBLIC_WORDS))(
  'what an administrator writes for %s is shown there as text, and its title and button stay',
  (name, { schema, builtIn, title }) => {
    const Page = PAGE_OF[name] as AnyPage;
    const page = <Page loaderData={LOADED} />;
    const before = renderInFrame(page);
    const h1 = name === 'home' ? '</h1>' : `>${title}</h1>`;
    fc.assert(
      fc.property(arbitraryWords(schema, { text }), (value) => {
        const stored = JSON.parse(JSON.stringify(differingWords(builtIn, schema.parse(value)))) as unknown;
        const read = readWords(schema, builtIn, stored);
        expect(read.misfits).toEqual([]);
        setCurrentWords(name, read.words);
        const html = renderInFrame(page);
        const shown = textOf(html);
        for (const written of textsIn(schema, read.words)) expect(shown).toContain(escaped(written));
        expect(html).toContain(h1);
        expect(html.match(/<a class="button/g)?.length).toBe(before.match(/<a class="button/g)?.length);
        expect(countScripts(html)).toBe(countScripts(before));
      }),
      { numRuns: 10 },
    );
    setCurrentWords(name, null);
    expect(renderInFrame(page)).toBe(before);
  },
);

test('the questions of a service are told to search engines', () => {
  const page = servicePages[0]!;
  setCurrentWords(wordsNameOf(page), {
    ...builtInOf(page),
    questions: [{ question: 'Why <b>?', answer: '</script>' }],
  });
  const { mainEntity } = questions(page, 'https://firm.example');
  expect(mainEntity).toHaveLength(1);
  expect(JSON.stringify(mainEntity)).toContain('Why <b>?');
  setCurrentWords(wordsNameOf(page), null);
});
