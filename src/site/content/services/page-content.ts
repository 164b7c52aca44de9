import type { PublicPath } from '#site/route-table.ts';
import type { ServiceWords } from '#contract/words/service.ts';
import type { OwnWords, ServiceName } from '#contract/words/services.ts';

export type ServicePath = Extract<PublicPath, `/services/${string}`>;

export const serviceTitles: Readonly<Record<ServicePath, string>> = {
  '/services/customs-compliance': 'Customs and Foreign Trade Compliance',
  '/services/financial-due-diligence': 'Financial Due Diligence',
  '/services/foreign-trade-policy': 'Foreign Trade Policy',
  '/services/government-liaison': 'Liaison with Government Authorities',
  '/services/navigating-india-toreign-trade': 'Global consultancy: USA, UK and Dubai',
  '/services/market-entry': 'Market Entry into India',
  '/services/ongoing-compliance': 'Ongoing Compliance and Advisory',
  '/services/quality-control': 'Quality Control and Dispute Resolution',
  '/services/rbi-fema-compliance': 'RBI and FEMA Compliance',
};

/** The button labels of spec §2, "Static service pages"; each belongs to one page. */
export type ContactLabel =
  | 'Schedule Consultation'
  | 'Get Expert Guidance'
  | 'Get Customs Support'
  | 'Start Your Journey'
  | 'Request Due Diligence Services'
  | 'Get Resolution Support'
  | 'Start Compliance Program'
  | 'Get Liaison Support'
  | 'Get Started Today';

export type ContactAction = { label: ContactLabel; href: '/contact' };
export type CallToAction = ContactAction | { label: 'View All Services'; href: '/services' };

export const viewAllServices: CallToAction = { label: 'View All Services', href: '/services' };

/** The small words around the content, the same on every page. */
export const pageLabels = {
  whatItIs: 'What it is',
  whoNeedsIt: 'Who needs it',
  whatWeDo: 'What we do',
  whatYouReceive: 'What you receive',
  howLong: 'How long it takes',
  scope: 'Scope',
  goesWrong: 'What usually goes wrong',
  phase: 'Phase',
  steps: 'Steps',
  output: 'At the end of the phase',
  questions: 'Questions we ask',
  hears: 'What it hears',
  limit: 'Its limits',
  filings: 'Filings',
  onRecord: 'On record',
  lawAsOf: 'Law as of',
  askedQuestions: 'Questions we are asked',
  notes: 'Notes on this subject',
  related: 'Related services',
  contents: 'On this page',
} as const;

export type ServiceClosing = { heading: string; lead: string; action: ContactAction };

/** What every page has. Keys stand in reading order, so that a test can follow first uses of a term. */
export type ServicePage = Omit<ServiceWords, 'closing'> & {
  path: ServicePath;
  title: string;
  /** For breadcrumbs, where the title is too long. */
  shortTitle: string;
  /** The slug of the posts' category on its subject. Its colours are those of the page. */
  category: string;
  /** For the banner: the contact button first. */
  callsToAction: readonly [ContactAction, ...CallToAction[]];
  closing: ServiceClosing;
  /** The reason says why a reader goes on to that page. */
  related: readonly { path: ServicePath; reason: string }[];
};

export type ServiceContent<Name extends ServiceName> = ServicePage & OwnWords<Name>;

/** The name of a page's row in `site_words`. */
export const wordsNameOf = ({ path }: Pick<ServicePage, 'path'>) => path.slice('/services/'.length) as ServiceName;
