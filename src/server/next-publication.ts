import { asBackend } from '#backend/database/as-caller.ts';
import type { Database } from '#backend/database/connect.ts';

/** Milliseconds until the next scheduled post appears, by the clock of the database that will show it; null without one. */
export async function msUntilNextPublication(database: Database): Promise<number | null> {
  return asBackend(database, async (query) => {
    const { rows } = await query(
      `select extract(epoch from min(published_at) - clock_timestamp()) * 1000 as ms
       from public.blog_posts where status = 'published' and published_at > now()`,
    );
    const ms = rows[0]?.['ms'];
    return ms === null || ms === undefined ? null : Number(ms);
  });
}
