import { about } from './about.ts';
import { blogList } from './blog.ts';
import { type Checklist, checklists, checklistWords } from './checklists.ts';
import { contact } from './contact.ts';
import { crumbWords } from './crumbs.ts';
import { firm } from './firm.ts';
import type { PublicPath } from '#site/route-table.ts';
import { servicesPage } from './services-list.ts';
import { customsCompliance } from './services/customs-compliance.ts';
import { financialDueDiligence } from './services/financial-due-diligence.ts';
import { disclaimer } from './disclaimer.ts';
import { foreignTradePolicy } from './services/foreign-trade-policy.ts';
import { governmentLiaison } from './services/government-liaison.ts';
import { international } from './services/international.ts';
import { marketEntry } from './services/market-entry.ts';
import { ongoingCompliance } from './services/ongoing-compliance.ts';
import type { ServicePage } from './services/page-content.ts';
import { servicePages } from './services/service-pages.ts';
import { privacyWords } from './privacy.ts';
import { qualityControl } from './services/quality-control.ts';
import { rbiFemaCompliance } from './services/rbi-fema-compliance.ts';
import { team } from './team.ts';

/** What stands on the picture of a page that is shared; `wall` is the category whose colours its lattice has. */
export type ShareWords = { title: string; label: string; wall: string };

const TRADE = 'foreign-trade-policy';
const CUSTOMS = 'customs-and-gst';
const EXCHANGE = 'fema-and-international-tax';
const ENTRY = 'market-entry-and-global-trade';

/** Over the title of a page that belongs to no other. */
const practice = 'Chartered accountancy and international trade';

const ofService = ({ title, category }: ServicePage): ShareWords => ({
  title,
  label: crumbWords.services.label,
  wall: category,
});

const ofChecklist = ({ path, title, services: [service] }: Checklist): [string, ShareWords] => [
  path,
  { title, label: checklistWords.kind, wall: servicePages.find((page) => page.path === service)?.category ?? TRADE },
];

/** The words of every page's picture, by its path; posts and categories bring their own. */
export const shareWords: Record<PublicPath, ShareWords> = {
  '/': {
    get title() {
      return firm.name;
    },
    label: practice,
    wall: TRADE,
  },
  '/about': { title: about.heading, label: practice, wall: EXCHANGE },
  '/services': { title: servicesPage.heading, label: practice, wall: CUSTOMS },
  '/team': { title: team.heading, label: practice, wall: ENTRY },
  '/contact': { title: contact.heading, label: practice, wall: TRADE },
  '/blog': { title: blogList.heading, label: practice, wall: EXCHANGE },
  '/services/foreign-trade-policy': ofService(foreignTradePolicy),
  '/services/rbi-fema-compliance': ofService(rbiFemaCompliance),
  '/services/customs-compliance': ofService(customsCompliance),
  '/services/market-entry': ofService(marketEntry),
  '/services/financial-due-diligence': ofService(financialDueDiligence),
  '/services/quality-control': ofService(qualityControl),
  '/services/ongoing-compliance': ofService(ongoingCompliance),
  '/services/government-liaison': ofService(governmentLiaison),
  '/services/navigating-india-toreign-trade': ofService(international),
  ...(Object.fromEntries(checklists.map(ofChecklist)) as Record<Checklist['path'], ShareWords>),
  '/disclaimer': { title: disclaimer.heading, label: practice, wall: TRADE },
  '/privacy': { title: privacyWords.heading, label: practice, wall: TRADE },
};
