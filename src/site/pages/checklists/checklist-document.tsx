import { formatLongDate } from '#contract/date.ts';
import { type Checklist, checklistWords as words } from '#site/content/checklists.ts';
import { crumbWords } from '#site/content/crumbs.ts';
import { firm } from '#site/content/firm.ts';
import { servicePages } from '#site/content/services/service-pages.ts';
import { staticMeta } from '#site/head/static-meta.ts';
import { ChecklistSheet } from '#site/sections/checklist-sheet.tsx';

const servicesOf = ({ services }: Checklist) => servicePages.filter(({ path }) => services.includes(path));

/** The `meta` of a checklist: it lies below the first of its services. */
export function checklistMeta(page: Checklist) {
  const above = servicesOf(page).slice(0, 1);
  return staticMeta(page, [
    crumbWords.home,
    crumbWords.services,
    ...above.map(({ shortTitle, path }) => ({ label: shortTitle, href: path })),
    { label: page.title, href: page.path },
  ]);
}

export function ChecklistDocument({ page }: { page: Checklist }) {
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
