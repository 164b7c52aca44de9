import type { RealtimeChannel, RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js';
import { waitFor } from '#backend-tests/support/wait-for.ts';

/** Lets everybody use channels, as hosted projects do. */
export const OPEN_REALTIME = { REALTIME_ANONYMOUS: 'true', REALTIME_PUBLIC_CHANNELS: 'true' };

type Row = Record<string, unknown>;
export type RealtimeChange = RealtimePostgresChangesPayload<Row>;
type Options = { config?: object; filters: Filter[] };
export type Filter = {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  table?: string;
  schema?: string;
  filter?: string;
  select?: string[];
};

/** A channel with what it has received. */
export type Followed = {
  channel: RealtimeChannel;
  changes: RealtimeChange[];
  system: { status: string; message: string; extension: string }[];
  statuses: string[];
  errors: (Error | undefined)[];
};

/** The part of a client of any schema. */
type AnyClient = Pick<SupabaseClient, 'channel'>;

let count = 0;

/** Subscribes to changes with the official client; resolves when the client says SUBSCRIBED and the service that it follows. */
export async function follow(client: AnyClient, ...filters: Filter[]): Promise<Followed> {
  const followed = startToFollow(client, ...filters);
  await waitFor(() => followed.statuses.includes('SUBSCRIBED') && followed.system.length > 0);
  return followed;
}

/** As `follow`, without waiting. */
export function startToFollow(client: AnyClient, ...given: Filter[] | [Options]): Followed {
  const [first] = given;
  const { config = {}, filters } = first && 'filters' in first ? first : { filters: given as Filter[] };
  const channel = client.channel(`changes-${(count += 1)}`, { config });
  const followed: Followed = { channel, changes: [], system: [], statuses: [], errors: [] };
  for (const { event = '*', schema = 'public', ...rest } of filters) {
    channel.on('postgres_changes' as never, { event, schema, ...rest } as never, (change: RealtimeChange) => {
      followed.changes.push(change);
    });
  }
  channel.on('system', {}, (message: Followed['system'][number]) => followed.system.push(message));
  channel.subscribe((status, error) => {
    followed.statuses.push(status);
    followed.errors.push(error);
  });
  return followed;
}
