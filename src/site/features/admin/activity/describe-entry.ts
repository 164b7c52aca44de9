import { activity } from '#site/content/activity.ts';
import type { ActivityEntry } from '#site/gateway/users.ts';

/** An entry as text: "Published the post" and its title. Unknown kinds are shown as they were recorded. */
export function describeEntry({ verb, subject, subject_id, title }: ActivityEntry): { change: string; title: string } {
  const change = activity.changes[verb]?.[subject] ?? `${verb} ${subject}`;
  const name = subject === 'setting' ? activity.settings[title] : title;
  return { change: change.charAt(0).toUpperCase() + change.slice(1), title: name || title || subject_id };
}
