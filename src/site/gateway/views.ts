import type { DataClient } from './client.ts';
import { dataOf } from './lists.ts';

/** The views and enquiries of a day, `day` as 2026-11-24 in the calendar of the firm's home office. */
export type ViewsOfDay = { day: string; views: number; enquiries: number };
export type CountedName = { name: string; count: number };

/** The days with any counts, and the names with the most, by kind (supabase/migrations/20261124000090_view_counts.sql). */
export type ViewReport = { days: readonly ViewsOfDay[]; names: Readonly<Record<string, readonly CountedName[]>> };

/** The counts since a day. Rethrows the backend's error. */
export async function readViewReport(client: DataClient, since: string): Promise<ViewReport> {
  const data = await dataOf(client.rpc('view_report', { since }));
  return data as unknown as ViewReport;
}

/** How often the public page of each post was read since a day, by its path. Rethrows the backend's error. */
export async function readPostViews(client: DataClient, since: string): Promise<ReadonlyMap<string, number>> {
  const data = await dataOf(client.rpc('post_views', { since }));
  return new Map(Object.entries(data as Record<string, number>));
}
