import { z } from 'zod';

/** What `realtime.notify_changes` announces of a statement (platform/realtime.sql). */
const Announcement = z.object({
  kind: z.literal('change'),
  table: z.number(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  at: z.string(),
  /** The primary keys of the rows, each column as text; null when there were too many. */
  keys: z.array(z.array(z.string())).nullable(),
  /** The key of the only row before the update, when it was another one. */
  old: z.array(z.string()).optional(),
});

export type Announcement = z.infer<typeof Announcement>;

/** Reads an announcement; null when it is none. */
export function readAnnouncement(message: unknown): Announcement | null {
  return Announcement.safeParse(message).data ?? null;
}
