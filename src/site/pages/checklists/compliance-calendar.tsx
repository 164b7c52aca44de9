import { complianceCalendar as page } from '#site/content/checklists.ts';
import { ChecklistDocument, checklistMeta } from './checklist-document.tsx';

export const meta = checklistMeta(page);

export default function ComplianceCalendarPage() {
  return <ChecklistDocument page={page} />;
}
