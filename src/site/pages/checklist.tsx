import { type MetaArgs, useLocation } from 'react-router';
import { formatLongDate } from '#contract/date.ts';
import { type Checklist, checklists, checklistWords as words } from '#site/content/checklists.ts';
import { crumbWords } from '#site/content/crumbs.ts';
import { firm } from '#site/content/firm.ts';
import { servicePages } from '#site/content/services/service-pages.ts';
import { staticMeta } from '#site/head/static-meta.ts';
import type { Trail } from '#site/head/trail.ts';
import { ChecklistSheet } from '#site/sections/checklist-sheet.tsx';

const checklistAt = (path: string): Checklist => checklists.find((one) => one.path === path) ?? checklists[0]!;

const servicesOf = ({ services }: Checklist) => servicePages.filter(({ path }) => services.includes(path));

function trailOf(page: Checklist): Trail {
  const [first] = servicesOf(page);
  return [
    crumbWords.home,
    crumbWords.services,
    ...(first ? [{ label: first.shortTitle, href: first.path }] : []),
    { label: page.title, href: page.path },
  ];
}

/** One module for all checklists: the path says which. */
export function meta(args: MetaArgs) {
  const page = checklistAt(args.location.pathname);
  return staticMeta(page, trailOf(page))(args);
}

export default function ChecklistPage() {
  const page = checklistAt(useLocation().pathname);
  return (
    <ChecklistSheet
      {...page}
      by={firm.name}
      words={words}
      law={{ label: words.lawAsOf, date: page.lawAsOf, text: formatLongDate(page.lawAsOf) }}
      links={servicesOf(page).map(({ title, path }) => ({ label: title, href: path }))}
    />
  );
}
