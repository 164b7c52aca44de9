import type { Address } from '#contract/words/firm.ts';
import { firm } from '#site/content/firm.ts';
import { type FirmOffice, listOffices, mainOffice } from '#site/content/offices.ts';
import { servicesPage } from '#site/content/services-list.ts';
import type { ServicePage } from '#site/content/services/page-content.ts';
import { type Leader, leaderPath } from '#site/content/team.ts';
import { absolute } from './page-meta.ts';

const LANGUAGE = 'en-IN';
/** A square picture of 512 pixels in public/. */
const LOGO = '/icon-512.png';
const organizationId = (siteUrl: string) => absolute('/#organization', siteUrl);
const officeId = (index: number, siteUrl: string) => absolute(`/contact#office-${index + 1}`, siteUrl);

function firmReference(siteUrl: string) {
  return { '@type': 'Organization', '@id': organizationId(siteUrl), name: firm.name, url: absolute('/', siteUrl) };
}

/** The firm and its offices. There is no `sameAs`: the social links are not profiles of the firm. */
export function organization(siteUrl: string) {
  return [
    {
      ...firmReference(siteUrl),
      logo: absolute(LOGO, siteUrl),
      description: firm.description,
      foundingDate: String(firm.founded),
      telephone: firm.phone.e164,
      email: firm.email,
      address: postalAddress(firm.address),
      subOrganization: listOffices().map((_, index) => ({ '@id': officeId(index, siteUrl) })),
    },
    ...listOffices().map((office, index) => officeNode(office, index, siteUrl)),
  ] as const;
}

function officeNode(office: FirmOffice, index: number, siteUrl: string) {
  const { label, phone, address, coordinates } = office;
  return {
    '@type': 'AccountingService',
    '@id': officeId(index, siteUrl),
    name: `${firm.name}, ${label}`,
    url: absolute('/contact', siteUrl),
    image: absolute(LOGO, siteUrl),
    telephone: phone.e164,
    address: postalAddress(address),
    geo: { '@type': 'GeoCoordinates', ...coordinates },
    ...(office === mainOffice && { openingHours: firm.openingHours.schema }),
    areaServed: firm.areaServed,
    knowsLanguage: firm.spokenLanguages,
    parentOrganization: { '@id': organizationId(siteUrl) },
  };
}

function postalAddress({ street, city, region, postalCode, countryCode }: Address) {
  return {
    '@type': 'PostalAddress',
    streetAddress: street,
    addressLocality: city,
    addressRegion: region,
    postalCode,
    addressCountry: countryCode,
  };
}

/** The name of the site, for search results. */
export function webSite(siteUrl: string) {
  return {
    '@type': 'WebSite',
    '@id': absolute('/#website', siteUrl),
    name: firm.name,
    url: absolute('/', siteUrl),
    inLanguage: LANGUAGE,
    publisher: { '@id': organizationId(siteUrl) },
  };
}

/** A service of the firm. Without `ownParts` its parts are those that the services page names. */
export function service(page: ServicePage, siteUrl: string, ownParts?: readonly string[]) {
  const { title, metaDescription, path, brief } = page;
  const parts = ownParts ?? servicesPage.list.services.find(({ href }) => href === path)?.covers ?? [];
  return {
    '@type': 'Service',
    name: title,
    serviceType: title,
    description: metaDescription,
    url: absolute(path, siteUrl),
    provider: firmReference(siteUrl),
    areaServed: firm.areaServed,
    audience: { '@type': 'BusinessAudience', audienceType: brief.whoNeedsIt },
    ...(parts.length > 0 && {
      hasOfferCatalog: {
        '@type': 'OfferCatalog',
        name: title,
        itemListElement: parts.map((name) => ({ '@type': 'Offer', itemOffered: { '@type': 'Service', name } })),
      },
    }),
  };
}

/** The questions and answers that a service page prints. */
export function questions(page: ServicePage, siteUrl: string) {
  return {
    '@type': 'FAQPage',
    '@id': `${absolute(page.path, siteUrl)}#questions`,
    mainEntity: page.questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** The breadcrumbs from the home page to the page itself. */
export function breadcrumbs(steps: readonly { label: string; href: string }[], siteUrl: string) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: absolute(href, siteUrl),
    })),
  };
}

type PageFacts = { path: string; lawAsOf?: string | null; reviewer?: Leader | undefined };

/** A page with the date of its law and the person who reviewed it. */
export function webPage({ path, lawAsOf, reviewer }: PageFacts, siteUrl: string) {
  const url = absolute(path, siteUrl);
  return {
    '@type': 'WebPage',
    '@id': url,
    url,
    ...(lawAsOf && { lastReviewed: lawAsOf }),
    ...(reviewer && { reviewedBy: person(reviewer, siteUrl) }),
  };
}

export function person(leader: Leader, siteUrl: string) {
  const url = absolute(leaderPath(leader), siteUrl);
  return {
    '@type': 'Person',
    '@id': url,
    name: leader.name,
    url,
    jobTitle: leader.designation,
    worksFor: { '@id': organizationId(siteUrl) },
  };
}

type PostFacts = {
  title: string;
  description: string;
  path: string;
  image: string;
  /** ISO instants. */
  published: string;
  modified: string;
  category?: string;
  keywords?: string;
  author?: Leader | undefined;
  reviewer?: Leader | undefined;
  /** A date. */
  lawAsOf?: string | null;
};

export function blogPosting(post: PostFacts, siteUrl: string) {
  const url = absolute(post.path, siteUrl);
  const isChecked = Boolean(post.reviewer ?? post.lawAsOf);
  return {
    '@type': 'BlogPosting',
    '@id': `${url}#post`,
    headline: post.title,
    description: post.description,
    image: absolute(post.image, siteUrl),
    datePublished: post.published,
    dateModified: post.modified,
    inLanguage: LANGUAGE,
    mainEntityOfPage: isChecked ? webPage(post, siteUrl) : url,
    ...(post.category && { articleSection: post.category }),
    ...(post.keywords && { keywords: post.keywords }),
    author: post.author ? person(post.author, siteUrl) : firmReference(siteUrl),
    publisher: firmReference(siteUrl),
  };
}
