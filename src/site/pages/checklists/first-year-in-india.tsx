import { firstYearInIndia as page } from '#site/content/checklists.ts';
import { ChecklistDocument, checklistMeta } from './checklist-document.tsx';

export const meta = checklistMeta(page);

export default function FirstYearInIndiaPage() {
  return <ChecklistDocument page={page} />;
}
