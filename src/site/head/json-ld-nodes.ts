/** The schema.org types that the site uses, with the properties it sets. */
export type JsonLdNode =
  | OrganizationNode
  | OfficeNode
  | WebSiteNode
  | WebPageNode
  | ServiceNode
  | FaqNode
  | BreadcrumbNode
  | BlogPostingNode
  | PersonNode;

export type Reference = { '@id': string };
/** A reference to the firm with its name and address, so that a node is complete on its own. */
export type FirmReference = Reference & { '@type': 'Organization'; name: string; url: string };
export type PostalAddress = {
  '@type': 'PostalAddress';
  streetAddress: string;
  addressLocality: string;
  addressRegion: string;
  postalCode: string;
  addressCountry: string;
};

export type OrganizationNode = {
  '@type': 'Organization';
  '@id': string;
  name: string;
  url: string;
  logo: string;
  description: string;
  foundingDate: string;
  telephone: string;
  email: string;
  address: PostalAddress;
  subOrganization: Reference[];
};

export type OfficeNode = {
  '@type': 'AccountingService';
  '@id': string;
  name: string;
  url: string;
  image: string;
  telephone: string;
  address: PostalAddress;
  geo: { '@type': 'GeoCoordinates'; latitude: number; longitude: number };
  openingHours?: string;
  areaServed: readonly string[];
  knowsLanguage: readonly string[];
  parentOrganization: Reference;
};

export type WebSiteNode = {
  '@type': 'WebSite';
  '@id': string;
  name: string;
  url: string;
  inLanguage: string;
  publisher: Reference;
  potentialAction: {
    '@type': 'SearchAction';
    target: { '@type': 'EntryPoint'; urlTemplate: string };
    'query-input': string;
  };
};

export type PersonNode = {
  '@type': 'Person';
  '@id': string;
  name: string;
  url: string;
  jobTitle: string;
  worksFor: Reference;
};

/** A page, and when and by whom its law was checked. */
export type WebPageNode = {
  '@type': 'WebPage';
  '@id': string;
  url: string;
  lastReviewed?: string;
  reviewedBy?: PersonNode;
};

export type FaqNode = {
  '@type': 'FAQPage';
  '@id': string;
  mainEntity: { '@type': 'Question'; name: string; acceptedAnswer: { '@type': 'Answer'; text: string } }[];
};

export type ServiceNode = {
  '@type': 'Service';
  name: string;
  description: string;
  serviceType: string;
  url: string;
  provider: FirmReference;
  areaServed: readonly string[];
  audience: { '@type': 'BusinessAudience'; audienceType: string };
  hasOfferCatalog?: {
    '@type': 'OfferCatalog';
    name: string;
    itemListElement: { '@type': 'Offer'; itemOffered: { '@type': 'Service'; name: string } }[];
  };
};

export type BreadcrumbNode = {
  '@type': 'BreadcrumbList';
  itemListElement: { '@type': 'ListItem'; position: number; name: string; item: string }[];
};

export type BlogPostingNode = {
  '@type': 'BlogPosting';
  '@id': string;
  headline: string;
  description: string;
  image: string;
  datePublished: string;
  dateModified: string;
  inLanguage: string;
  mainEntityOfPage: string | WebPageNode;
  articleSection?: string;
  keywords?: string;
  author: FirmReference | PersonNode;
  publisher: FirmReference;
};
