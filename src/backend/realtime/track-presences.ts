import { randomUUID } from 'node:crypto';
import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';
import { oneAtATime } from '../database/listen.ts';
import type { Channel } from './channel.ts';
import type { Publish } from './publisher.ts';

/** The presences of the channels of this process: a row each, announced to all processes when it changes. */
export type TrackedPresences = {
  track: (channel: Channel, meta: object) => Promise<void>;
  untrack: (channel: Channel) => Promise<void>;
  /** Whether a channel is present. */
  isUsed: () => boolean;
  /** Deletes the rows of processes that are dead. */
  forgetDead: () => Promise<void>;
  /** Deletes the rows of channels that have left. */
  flush: () => Promise<void>;
};

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
      await writePresence(database, { id, processId, channel, meta });
      if (channel.hasEnded) await untrack(channel);
      await publish({ kind: 'presence', topic: channel.topic, private: channel.isPrivate });
    },
    forgetDead: async () => {
      const alive = [...tracked.values()];
      await asBackend(database, (query) => query('select realtime.forget_presences($1, $2)', [processId, alive]));
    },
  };
}

async function writePresence(
  database: DatabasePool,
  { id, processId, channel, meta }: { id: string; processId: string; channel: Channel; meta: object },
): Promise<void> {
  const { topic, isPrivate, presenceKey } = channel;
  await asBackend(database, (query) =>
    query(
      `insert into realtime.presences (channel, process, topic, private, key, ref, meta)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (channel) do update set ref = excluded.ref, meta = excluded.meta`,
      [id, processId, topic, isPrivate, presenceKey, randomUUID(), JSON.stringify(meta)],
    ),
  );
}

async function deletePresences(database: DatabasePool, channels: readonly string[]) {
  return asBackend(database, async (query) => {
    const text = 'delete from realtime.presences where channel = any($1) returning topic, private';
    const { rows } = await query(text, [channels]);
    return rows.map((row) => ({ topic: String(row['topic']), isPrivate: row['private'] === true }));
  });
}
