import type { PublicPath } from '#site/route-table.ts';

/** Apart from the checklists, so that the editor, which links to them, does not load their texts. */
export const checklistTitles = {
  '/checklists/svb-papers': 'Papers for the Special Valuation Branch',
  '/checklists/origin-costing-file': 'Costing file for rules of origin',
  '/checklists/fema-chronology': 'FEMA chronology of an investment',
  '/checklists/first-year-in-india': 'First year of a company in India',
  '/checklists/compliance-calendar': 'Compliance calendar of a company',
} as const satisfies Partial<Record<PublicPath, string>>;
