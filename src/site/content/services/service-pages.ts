import { customsCompliance } from './customs-compliance.ts';
import { financialDueDiligence } from './financial-due-diligence.ts';
import { foreignTradePolicy } from './foreign-trade-policy.ts';
import { governmentLiaison } from './government-liaison.ts';
import { international } from './international.ts';
import { marketEntry } from './market-entry.ts';
import { ongoingCompliance } from './ongoing-compliance.ts';
import type { ServicePage } from './page-content.ts';
import { qualityControl } from './quality-control.ts';
import { rbiFemaCompliance } from './rbi-fema-compliance.ts';

/** The nine pages in the order of the specification. Of those on one category the first is its own. */
export const servicePages: readonly ServicePage[] = [
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

/** The page of the service that the posts of a category are about. */
export const serviceOnCategory = (category: string): ServicePage | undefined =>
  servicePages.find((page) => page.category === category);
