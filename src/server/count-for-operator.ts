import { asBackend } from '#backend/database/as-caller.ts';
import type { Database } from '#backend/database/connect.ts';
import { countUndelivered } from '#backend/mail/list-undelivered.ts';

/** What the start-up text counts: administrators, and messages that have not arrived. */
export async function countForOperator(database: Database): Promise<{ administrators: number; undelivered: number }> {
  const administrators = await asBackend(database, async (query) => {
    const { rows } = await query('select count(*)::int as administrators from public.admin_users');
    return Number(rows[0]?.['administrators'] ?? 0);
  });
  return { administrators, undelivered: await countUndelivered(database) };
}
