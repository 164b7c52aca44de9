import { asBackend } from '#backend/database/as-caller.ts';
import type { BackendDeps } from '#backend/deps.ts';
import type { ViewCounter } from './count-views.ts';

const EVERY_MS = 60_000;
/** New names of a kind in a day: invented addresses do not fill the table. */
const MAX_NAMES_A_DAY = 1000;

/** The days are those of the firm's home office, as all dates of the site. Workers and machines add up. */
const SAVE = `
  insert into public.view_counts as known (day, kind, name, count)
  select (now() at time zone 'Asia/Kolkata')::date, sent.kind, sent.name, sent.count
  from jsonb_to_recordset($1) as sent (kind text, name text, count bigint)
  where exists (select from public.view_counts k
      where k.day = (now() at time zone 'Asia/Kolkata')::date and k.kind = sent.kind and k.name = sent.name)
    or (select count(*) from public.view_counts k
      where k.day = (now() at time zone 'Asia/Kolkata')::date and k.kind = sent.kind) < ${MAX_NAMES_A_DAY}
  order by sent.kind, sent.name
  on conflict (day, kind, name) do update set count = known.count + excluded.count`;

/**
 * Writes the counts once a minute, and when it is stopped. While the database is away they wait in memory. Returns the
 * function that stops it.
 */
export function saveViewsRegularly(
  views: Pick<ViewCounter, 'take' | 'add'>,
  { database, log }: Pick<BackendDeps, 'database' | 'log'>,
): () => Promise<void> {
  const save = async (): Promise<void> => {
    const counts = views.take();
    if (counts.length === 0) return;
    try {
      await asBackend(database.poolFor('internal'), (query) => query(SAVE, [JSON.stringify(counts)]));
    } catch (error) {
      views.add(counts);
      log.warn({ err: error }, 'The counts of views could not be written; it is tried again.');
    }
  };
  let running = Promise.resolve();
  const timer = setInterval(() => void (running = running.then(save)), EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running.then(save);
  };
}
