import { expect, test } from 'vitest';
import { customsCompliance, servicesOfStage } from './customs-compliance.ts';
import { financialDueDiligence } from './financial-due-diligence.ts';
import { foreignTradePolicy } from './foreign-trade-policy.ts';
import { international } from './international.ts';
import { marketEntry } from './market-entry.ts';
import { ongoingCompliance } from './ongoing-compliance.ts';
import { type ServicePage, serviceTitles } from './page-content.ts';
import { rbiFemaCompliance } from './rbi-fema-compliance.ts';
import { serviceOnCategory, servicePages } from './service-pages.ts';

const pages = servicePages;

/** Every value under one of the keys, or under any key but the skipped ones, in reading order. */
function collect(value: unknown, wanted: (key: string) => boolean, key = ''): string[] {
  if (typeof value === 'string') return wanted(key) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => collect(item, wanted, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => collect(inner, wanted, name));
}

const addresses = ['path', 'href', 'id'];
/** Service ids that stand in the stages of a consignment are references, not words. */
const isId = (text: string) => /^[a-z]+(-[a-z0-9]+)*$/.test(text);
const wordsOf = (page: ServicePage) => collect(page, (key) => !addresses.includes(key)).filter((text) => !isId(text));
const bodyOf = (page: ServicePage) =>
  collect(page, (key) => ![...addresses, 'shortTitle', 'metaTitle', 'metaDescription', 'label'].includes(key))
    .slice(1)
    .filter((text) => !isId(text));
const titles = (items: readonly { title: string }[]) => items.map((item) => item.title);
const { status, value, disputes } = customsCompliance;
const customsServices = [...status.items, ...value.items, ...disputes.items];
const tradeGroups = [foreignTradePolicy.facilitation, foreignTradePolicy.specialized, foreignTradePolicy.advisory];

test('the nine paths are those of the route table', () => {
  expect(pages.map((page) => page.path)).toEqual([
    '/services/foreign-trade-policy',
    '/services/rbi-fema-compliance',
    '/services/customs-compliance',
    '/services/market-entry',
    '/services/financial-due-diligence',
    '/services/quality-control',
    '/services/ongoing-compliance',
    '/services/government-liaison',
    '/services/navigating-india-toreign-trade',
  ]);
});

test('the call to contact at the close is that of the banner', () => {
  for (const page of pages) expect(page.closing.action, page.path).toEqual(page.callsToAction[0]);
});

test('foreign trade policy has three groups with the named items, and four reasons', () => {
  expect(tradeGroups.map((group) => titles(group.items))).toEqual([
    ['IEC management', 'Advance Authorization', 'EPCG', 'DFIA'],
    ['Restricted items', 'SCOMET'],
    ['Advisory', 'Audit', 'Disputes'],
  ]);
  expect(tradeGroups.map((group) => group.heading)).toEqual([
    'Essential facilitation',
    'Specialized compliance',
    'Advisory, audit and disputes',
  ]);
  expect(foreignTradePolicy.reasons.items).toHaveLength(4);
  expect(wordsOf(foreignTradePolicy).join(' ')).toContain('six-year export obligation');
});

test('RBI and FEMA has its three advisories, additional services, three tax and two transfer pricing topics', () => {
  expect(titles(rbiFemaCompliance.foreignExchange.items)).toEqual(['FEMA compliance', 'ECB advisory', 'FDI advisory']);
  expect(rbiFemaCompliance.additionalServices.items.length).toBeGreaterThan(0);
  expect(titles(rbiFemaCompliance.internationalTax.items)).toEqual(['Cross-border advisory', 'DTAA', 'BEPS']);
  expect(titles(rbiFemaCompliance.transferPricing.items)).toEqual([
    'Planning and documentation',
    'Audit and litigation support',
  ]);
});

test('customs has nine services in the order of the specification, each with a scope', () => {
  expect(titles(customsServices)).toEqual([
    'AEO certification',
    'MOOWR',
    'Duty drawback',
    'Valuation and classification',
    'General advisory',
    'GST on trade',
    'SVB matters',
    'Litigation and appeals',
    'Audit and compliance review',
  ]);
  for (const service of customsServices) expect(service.scope.length, service.id).toBeGreaterThanOrEqual(3);
});

test('the stages of a consignment name each customs service once', () => {
  const named = Object.values(servicesOfStage).flat();
  expect(named.toSorted()).toEqual(customsServices.map((service) => service.id).toSorted());
});

test('market entry has six phases, the last three being bank account, tax and ongoing compliance', () => {
  expect(marketEntry.phases.items).toHaveLength(3);
  expect(titles(marketEntry.laterPhases.items)).toEqual(['Bank account', 'Tax compliance', 'Ongoing compliance']);
  expect(marketEntry.forms.items, marketEntry.forms.heading).toHaveLength(6);
});

test('due diligence has four areas, six additional services, five transactions and three to five years', () => {
  expect(financialDueDiligence.areas.items).toHaveLength(4);
  expect(financialDueDiligence.additionalServices.items).toHaveLength(6);
  expect(financialDueDiligence.transactions.items).toHaveLength(5);
  expect(financialDueDiligence.limits.period).toBe('3–5 years');
});

test('ongoing compliance has four services, six included items, six benefits, and claims 24/7 access', () => {
  expect(ongoingCompliance.services.items).toHaveLength(4);
  expect(ongoingCompliance.included.items).toHaveLength(6);
  expect(ongoingCompliance.benefits.items).toHaveLength(6);
  expect(titles(ongoingCompliance.included.items)).toContain('24/7 access');
});

test('the international page has three regions and three pillars', () => {
  const { heading: _, ...cards } = international.regions;
  expect(Object.values(cards).map(({ name }) => name)).toEqual(['USA', 'UK', 'Dubai']);
  expect(international.approach.items).toHaveLength(3);
});

test('each of the four categories leads to the page on its subject', () => {
  const paths = [
    'foreign-trade-policy',
    'fema-and-international-tax',
    'customs-and-gst',
    'market-entry-and-global-trade',
  ];
  expect(paths.map((category) => serviceOnCategory(category)?.path)).toEqual(pages.slice(0, 4).map(({ path }) => path));
  expect(pages.filter(({ category }) => !paths.includes(category))).toEqual([]);
});

test('no id occurs twice on a page', () => {
  for (const page of pages) {
    const ids = collect(page, (key) => key === 'id');
    expect(new Set(ids).size, page.path).toBe(ids.length);
    expect(
      ids.filter((id) => !isId(id)),
      page.path,
    ).toEqual([]);
  }
});

test('descriptions for search engines have a useful length, and titles differ', () => {
  for (const page of pages) {
    expect(page.metaDescription.length, `${page.path}: ${page.metaDescription.length}`).toBeGreaterThanOrEqual(110);
    expect(page.metaDescription.length, `${page.path}: ${page.metaDescription.length}`).toBeLessThanOrEqual(165);
    expect(page.metaTitle.length, page.path).toBeLessThanOrEqual(55);
  }
  expect(new Set(pages.map((page) => page.metaTitle)).size).toBe(pages.length);
});

test('related links lead to another of the pages, under its own title', () => {
  expect(Object.fromEntries(pages.map(({ path, title }) => [path, title]))).toEqual(serviceTitles);
  for (const page of pages) {
    expect(page.related.length, page.path).toBeGreaterThan(0);
    for (const link of page.related) expect(link.path).not.toBe(page.path);
  }
});

/** Claims a chartered accountant may not make, misspelt names, and forms and sections of the repealed tax law. */
const forbidden = [
  /\b(leading|best|top|number one|no\. ?1|premier|foremost|finest|unmatched|unrivalled|world-class|one-stop)\b/i,
  /\b(guaranteed?|fast-?track|smooth|hassle-free|seamless|contacts|connections|100%|success rate)\b/i,
  /\b(3CEB|10F|15C[AB]|FERA|GSP)\b|\bsections? ?(9\dC?|67|195|115)\b|\bs\. ?\d/i,
  /authorization|licen[cs]ing fee|organi[zs]ation-wide|\b(license|program|center|color|favor)\b/,
  /today’s|fast-paced|cutting-edge|leverage|holistic|bespoke|tailored|robust|navigate/i,
  /[→←➔₹$€£%]|\bRs\b|\bINR\b|—|["'`]| {2}/,
  /99 per cent|reciprocal|previous year|assessment year/i,
];

test('no forbidden phrase of the fact sheet, no arrow, currency sign or straight quotation mark appears', () => {
  for (const page of pages) {
    const labels = new Set([...page.callsToAction.map((action) => action.label as string), 'Advance Authorization']);
    for (const text of wordsOf(page).filter((words) => !labels.has(words)))
      for (const phrase of forbidden) expect(text, page.path).not.toMatch(phrase);
  }
});

test('the one printed rate is the headline rate of the Emirates', () => {
  const rates = pages.flatMap(
    (page) =>
      wordsOf(page)
        .join(' ')
        .match(/\S+ per cent/g) ?? [],
  );
  expect(rates).toEqual(['9 per cent']);
});

/** Every abbreviation that may be printed, with the words that must stand at its first use. */
const expansions: Record<string, string> = {
  AD: 'Authorised Dealer',
  AEO: 'Authorised Economic Operator',
  BEPS: 'Base Erosion and Profit Shifting',
  BIS: 'Bureau of Indian Standards',
  CBDT: 'Central Board of Direct Taxes',
  CBIC: 'Central Board of Indirect Taxes and Customs',
  CEPA: 'Comprehensive Economic Partnership Agreement',
  CETA: 'Comprehensive Economic and Trade Agreement',
  DFIA: 'Duty Free Import Authorisation',
  DGFT: 'Directorate General of Foreign Trade',
  DPIIT: 'Department for Promotion of Industry and Internal Trade',
  DTAA: 'Double Taxation Avoidance Agreement',
  EBITDA: 'profit before interest, tax, depreciation and amortisation',
  ECB: 'External Commercial Borrowing',
  EORI: 'Economic Operators Registration and Identification',
  EOU: 'Export Oriented Units',
  EPCG: 'Export Promotion Capital Goods',
  FDI: 'Foreign Direct Investment',
  FEMA: 'Foreign Exchange Management Act',
  GPR: 'form FC-GPR',
  GST: 'goods and services tax',
  IEC: 'Importer–Exporter Code',
  MCA: 'Ministry of Corporate Affairs',
  MOOWR: 'Manufacture and Other Operations in Warehouse',
  OECD: 'Organisation for Economic Co-operation and Development',
  RBI: 'Reserve Bank of India',
  RoDTEP: 'Remission of Duties and Taxes on Exported Products',
  SCOMET: 'Special Chemicals, Organisms, Materials, Equipment and Technologies',
  SEZ: 'Special Economic Zones',
  SPICe: 'integrated form SPICe+',
  SVB: 'Special Valuation Branch',
  TRS: 'form FC-TRS',
};
const countries = ['UK', 'USA', 'US', 'GB', 'FC', 'UAE', 'EFTA'];

test('every abbreviation is spelled out where it is first used on its page', () => {
  for (const page of pages) {
    const body = bodyOf(page).join(' ');
    const used = new Set(body.match(/\b[A-Z][A-Za-z]*[A-Z][A-Za-z]*\b/g) ?? []);
    for (const short of [...used].filter((name) => !countries.includes(name))) {
      const full = expansions[short];
      expect(full, `${page.path} prints ${short}`).toBeDefined();
      const spelledOut = body.toLowerCase().indexOf(String(full).toLowerCase());
      expect(spelledOut, `${page.path} never spells out ${short}`).toBeGreaterThanOrEqual(0);
      expect(spelledOut - body.search(new RegExp(`\\b${short}\\b`)), `${page.path}, ${short}`).toBeLessThan(100);
    }
  }
});

test('each page has a length within its bounds', () => {
  for (const page of pages) {
    const count = wordsOf(page).join(' ').split(/\s+/).length;
    expect(count, `${page.path}: ${count}`).toBeGreaterThanOrEqual(600);
    expect(count, `${page.path}: ${count}`).toBeLessThanOrEqual(1900);
  }
});
