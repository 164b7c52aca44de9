import { expect, test } from 'vitest';
import { firm } from '#site/content/firm.ts';
import { listLeaders } from '#site/content/team.ts';
import { marketEntry } from '#site/content/services/market-entry.ts';
import { listOffices } from '#site/content/offices.ts';
import { blogPosting, breadcrumbs, organization, service, webSite } from './json-ld.ts';
import { crumbsOf, trailTo } from './trail.ts';

const site = 'https://firm.example';
const firmId = `${site}/#organization`;

test('the firm names its offices, and each office the firm', () => {
  const [practice, ...branches] = organization(site);
  expect(practice).toMatchObject({
    '@type': 'Organization',
    '@id': firmId,
    name: firm.name,
    logo: `${site}/icon-512.png`,
    foundingDate: String(firm.founded),
    telephone: firm.phone.e164,
    email: firm.email,
    address: { streetAddress: firm.address.street, addressCountry: firm.address.countryCode },
  });
  expect(branches).toHaveLength(listOffices().length);
  expect(practice.subOrganization).toEqual(branches.map((office) => ({ '@id': office['@id'] })));
  for (const office of branches) {
    expect(office).toMatchObject({ '@type': 'AccountingService', parentOrganization: { '@id': firmId } });
  }
});

test('an office is named with the firm, and its country by code', () => {
  const [, ...branches] = organization(site);
  for (const [index, { label, phone, address }] of listOffices().entries()) {
    expect(branches[index]).toMatchObject({
      name: `${firm.name}, ${label}`,
      telephone: phone.e164,
      address: { addressLocality: address.city, addressRegion: address.region, addressCountry: address.countryCode },
    });
  }
});

test('a service is provided by the firm', () => {
  expect(service(marketEntry, site)).toMatchObject({
    url: `${site}/services/market-entry`,
    serviceType: marketEntry.title,
    provider: { '@id': firmId },
    hasOfferCatalog: { itemListElement: { length: 4 } },
  });
  const offers = service(marketEntry, site, ['Trade', 'Tax']).hasOfferCatalog?.itemListElement;
  expect(offers?.map(({ itemOffered }) => itemOffered.name)).toEqual(['Trade', 'Tax']);
});

test('breadcrumbs count from one and include the services page', () => {
  const trail = trailTo('Customs', '/services/customs-compliance');
  expect(breadcrumbs(trail, site).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: `${site}/` },
    { '@type': 'ListItem', position: 2, name: 'Services', item: `${site}/services` },
    { '@type': 'ListItem', position: 3, name: 'Customs', item: `${site}/services/customs-compliance` },
  ]);
});

test('the services page is directly under home, and the last visible crumb is not a link', () => {
  const { steps } = crumbsOf(trailTo('Services', '/services'));
  expect(steps).toEqual([{ label: 'Home', href: '/' }, { label: 'Services' }]);
});

test('a post has absolute addresses, both dates, and no empty properties', () => {
  const node = blogPosting(
    {
      title: 'The six-year promise',
      description: 'EPCG in brief.',
      path: '/blog/six-years',
      image: '/art/share.png',
      published: '2026-10-14T05:00:00Z',
      modified: '2026-10-15T05:00:00Z',
      category: '',
    },
    site,
  );
  expect(node).toMatchObject({
    headline: 'The six-year promise',
    image: `${site}/art/share.png`,
    mainEntityOfPage: `${site}/blog/six-years`,
    datePublished: '2026-10-14T05:00:00Z',
    dateModified: '2026-10-15T05:00:00Z',
  });
  expect(node).not.toHaveProperty('articleSection');
  expect(node).not.toHaveProperty('keywords');
});

test('a post names its author, and its page the reviewer and the date of the law; others name the firm', () => {
  const [author, reviewer] = listLeaders();
  const facts = { title: 'A', description: 'B', path: '/blog/a', image: '/a.png', published: '', modified: '' };
  expect(blogPosting({ ...facts, author, reviewer, lawAsOf: '2026-07-31' }, site)).toMatchObject({
    author: { '@type': 'Person', '@id': `${site}/team#${author?.id}`, name: author?.name, worksFor: { '@id': firmId } },
    mainEntityOfPage: {
      '@type': 'WebPage',
      url: `${site}/blog/a`,
      lastReviewed: '2026-07-31',
      reviewedBy: { name: reviewer?.name },
    },
  });
  expect(blogPosting(facts, site)).toMatchObject({
    author: { '@type': 'Organization' },
    mainEntityOfPage: `${site}/blog/a`,
  });
});

test('nothing is marked up as a review or a rating', () => {
  const nodes = JSON.stringify([...organization(site), webSite(site)]);
  expect(nodes).not.toMatch(/review|rating/i);
});
