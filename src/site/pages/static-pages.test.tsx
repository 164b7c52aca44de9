import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { listLeaders } from '#site/content/team.ts';
import * as about from './about.tsx';
import * as services from './services.tsx';
import * as customs from './services/customs-compliance.tsx';
import * as dueDiligence from './services/financial-due-diligence.tsx';
import * as tradePolicy from './services/foreign-trade-policy.tsx';
import * as liaison from './services/government-liaison.tsx';
import * as international from './services/international.tsx';
import * as marketEntry from './services/market-entry.tsx';
import * as ongoing from './services/ongoing-compliance.tsx';
import * as qualityControl from './services/quality-control.tsx';
import * as fema from './services/rbi-fema-compliance.tsx';
import * as team from './team.tsx';

type Component = ComponentType<{ loaderData: [] }>;
type PageModule = { default: Component; meta: (args: never) => unknown };
type Row = [name: string, page: PageModule, heading: string, callToContact: string];

// Headings and labels of specification §2.
const rows: Row[] = [
  ['about', about, 'About Us', 'Book a Consultation'],
  ['services', services, 'Our Services', 'Book a Consultation'],
  ['team', team, 'Our Expert Team', 'Book a Consultation'],
  ['foreign trade policy', tradePolicy, 'Foreign Trade Policy', 'Schedule Consultation'],
  ['RBI and FEMA', fema, 'RBI and FEMA Compliance', 'Get Expert Guidance'],
  ['customs', customs, 'Customs and Foreign Trade Compliance', 'Get Customs Support'],
  ['market entry', marketEntry, 'Market Entry into India', 'Start Your Journey'],
  ['due diligence', dueDiligence, 'Financial Due Diligence', 'Request Due Diligence Services'],
  ['quality control', qualityControl, 'Quality Control and Dispute Resolution', 'Get Resolution Support'],
  ['ongoing compliance', ongoing, 'Ongoing Compliance and Advisory', 'Start Compliance Program'],
  ['government liaison', liaison, 'Liaison with Government Authorities', 'Get Liaison Support'],
  ['international', international, 'Global consultancy: USA, UK and Dubai', 'Get Started Today'],
];

function render(Page: Component): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <Page loaderData={[]} />
    </MemoryRouter>,
  );
}

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1] ?? '');
const textOf = (html: string) => html.replace(/<[^>]+>/g, '').trim();

describe.each(rows)('%s', (_, page, heading, callToContact) => {
  const html = render(page.default);

  test('has one title, the specified one', () => {
    expect(all(html, /<h1[^>]*>(.*?)<\/h1>/gs)).toEqual([heading]);
  });

  test('has one call to contact, with the specified label', () => {
    const labels = all(html, /<a class="button[^"]*" href="\/contact"[^>]*>(.*?)<\/a>/gs).map(textOf);
    expect(new Set(labels)).toEqual(new Set([callToContact]));
  });

  test('skips no level of heading', () => {
    const levels = all(html, /<h([1-6])/g).map(Number);
    levels.forEach((level, index) =>
      expect(level - (levels[index - 1] ?? 0), `heading ${index + 1}`).toBeLessThanOrEqual(1),
    );
  });

  test('has every anchor it links to, and no id twice', () => {
    const ids = all(html, / id="([^"]+)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    for (const anchor of all(html, / href="#([^"]+)"/g)) expect(ids).toContain(anchor);
  });
});

test('the services page lists eight services and leads to each', () => {
  const html = render(services.default);
  expect(new Set(all(html, / href="(\/services\/[^"]+)"/g)).size).toBe(8);
  for (const figure of ['10+', '360°', '24/7']) expect(html).toContain(`>${figure}<`);
});

test('three of the four leaders can be called', () => {
  const html = render(team.default);
  expect(all(html, / href="(tel:[^"]+)"/g)).toEqual(
    listLeaders().flatMap(({ phone, showsPhone }) => (phone && showsPhone ? [`tel:${phone.e164}`] : [])),
  );
});

test('the regions of the international page are reached from their cards', () => {
  const html = render(international.default);
  expect(all(html, /<h3><a[^>]* href="#([^"]+)"/g)).toEqual(['usa-services', 'uk-services', 'dubai-services']);
});

test('the services and the other pages lead to one another as specified', () => {
  expect(render(about.default)).toMatch(/href="\/services"/);
  expect(render(customs.default)).toMatch(/href="\/services"[^>]*>View All Services/);
});
