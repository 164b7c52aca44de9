import { activity } from '#site/content/activity.ts';
import type { ActivityEntry } from '#site/gateway/activity.ts';

/** An entry in words: "published the post" and its title. A kind that is not known yet is told as it was written. */
export function describeDeed({ verb, subject, subject_id, title }: ActivityEntry): { deed: string; title: string } {
  const deed = activity.deeds[verb]?.[subject] ?? `${verb} ${subject}`;
  const name = subject === 'setting' ? activity.settings[title] : title;
  return { deed: deed.charAt(0).toUpperCase() + deed.slice(1), title: name || title || subject_id };
}
