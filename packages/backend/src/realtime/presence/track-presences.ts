import { randomUUID } from 'node:crypto';
import { asBackend } from '../../database/as-caller.ts';
import type { DatabasePool } from '../../database/connect.ts';
import { oneAtATime } from '../../database/listen.ts';
import type { Channel } from '../channel.ts';
import { PRESENCES_PER_TOPIC, PRESENCE_BYTES_PER_TOPIC } from '../limits.ts';
import type { Publish } from '../publisher.ts';

/** The presences of the channels of this process: a row each, announced to all processes when it changes. */
export type TrackedPresences = {
  /** `meta` is JSON. Resolves with whether there was room for the presence on its topic. */
  track: (channel: Channel, meta: string) => Promise<boolean>;
  untrack: (channel: Channel) => Promise<void>;
  /** Whether a channel is present. */
  isUsed: () => boolean;
  /** Deletes the rows of processes that are dead. */
  forgetDead: () => Promise<void>;
  /** Deletes the rows of channels that have left. */
  flush: () => Promise<void>;
};

/** The reference of a presence, and the punctuation around it. */
const ENVELOPE_BYTES = 100;

export function trackPresences(database: DatabasePool, processId: string, publish: Publish): TrackedPresences {
  const tracked = new Map<Channel, string>();
  let leaving: string[] = [];
  const flush = oneAtATime(async () => {
    const channels = leaving;
    leaving = [];
    for (const { topic, isPrivate } of await deletePresences(database, channels)) {
      await publish({ kind: 'presence', topic, private: isPrivate });
    }
  });
  const untrack = async (channel: Channel): Promise<void> => {
    const id = tracked.get(channel);
    if (id === undefined) return;
    tracked.delete(channel);
    leaving.push(id);
    await flush();
  };
  return {
    untrack,
    flush,
    isUsed: () => tracked.size > 0,
    track: async (channel, meta) => {
      const id = tracked.get(channel) ?? randomUUID();
      tracked.set(channel, id);
      const isWritten = await writePresence(database, { id, processId, channel, meta });
      if (channel.hasEnded) await untrack(channel);
      if (isWritten) await publish({ kind: 'presence', topic: channel.topic, private: channel.isPrivate });
      return isWritten;
    },
    forgetDead: async () => {
      const alive = [...tracked.values()];
      await asBackend(database, (query) => query('select realtime.forget_presences($1, $2)', [processId, alive]));
    },
  };
}

async function writePresence(
  database: DatabasePool,
  { id, processId, channel, meta }: { id: string; processId: string; channel: Channel; meta: string },
): Promise<boolean> {
  const { topic, isPrivate, presenceKey } = channel;
  return asBackend(database, async (query) => {
    const { rowCount } = await query(
      `insert into realtime.presences (channel, process, topic, private, key, ref, meta, bytes)
       select $1::uuid, $2::uuid, $3::text, $4::boolean, $5::text, $6::text, $7::jsonb, $8::int
       from (select count(*) as count, coalesce(sum(bytes), 0) as bytes from realtime.presences
         where topic = $3 and private = $4 and channel <> $1) others
       where others.count < ${PRESENCES_PER_TOPIC} and others.bytes + $8::int <= ${PRESENCE_BYTES_PER_TOPIC}
       on conflict (channel) do update set ref = excluded.ref, meta = excluded.meta, bytes = excluded.bytes`,
      [id, processId, topic, isPrivate, presenceKey, randomUUID(), meta, presenceBytes(channel, meta)],
    );
    return rowCount === 1;
  });
}

/** The bytes of a presence on the wire, about. */
export function presenceBytes({ presenceKey }: Channel, meta: string): number {
  return Buffer.byteLength(presenceKey) + Buffer.byteLength(meta) + ENVELOPE_BYTES;
}

async function deletePresences(database: DatabasePool, channels: readonly string[]) {
  return asBackend(database, async (query) => {
    const text = 'delete from realtime.presences where channel = any($1) returning topic, private';
    const { rows } = await query(text, [channels]);
    return rows.map((row) => ({ topic: String(row['topic']), isPrivate: row['private'] === true }));
  });
}
