import { randomUUID } from 'node:crypto';
import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';
import { oneAtATime } from '../database/listen.ts';
import type { Channel } from './channel.ts';
import { PRESENCES_PER_TOPIC } from './limits.ts';
import { type Presence, diffOf, stateOf } from './presence-state.ts';
import type { Publish } from './publisher.ts';

/** Who is present on the channels of all processes (protocol.md 4.5). */
export type Presences = {
  /** Sends the channel the presences of its topic, and from then on their changes. */
  watch: (channel: Channel) => Promise<void>;
  track: (channel: Channel, meta: object) => Promise<void>;
  untrack: (channel: Channel) => Promise<void>;
  /** Ends what the channel has here. */
  leave: (channel: Channel) => void;
  /** To be called when the presences of a topic have changed, in any process. */
  refresh: (topic: string, isPrivate: boolean) => void;
  stop: () => Promise<void>;
};

type WatchedTopic = {
  watchers: Set<Channel>;
  /** Channels that wait for the state. */
  entering: number;
  state: readonly Presence[];
  refresh: () => Promise<void>;
};

/** How often the rows of dead processes are deleted. */
const SWEEP_EVERY_MS = 10_000;

export function createPresences(
  { database, log }: { database: DatabasePool; log: { warn: (fields: object, message: string) => void } },
  processId: string,
  publish: Publish,
): Presences {
  const topics = new Map<string, WatchedTopic>();
  const tracked = new Map<Channel, string>();
  let leaving: string[] = [];
  const keyOf = (topic: string, isPrivate: boolean) => `${isPrivate ? 'private' : 'public'} ${topic}`;
  const warn = (error: unknown) => log.warn({ err: error }, 'Presences could not be updated');

  /** Reads the state of a topic again and tells the watchers what has changed. */
  const open = (topic: string, isPrivate: boolean): WatchedTopic => {
    const watched: WatchedTopic = {
      watchers: new Set(),
      entering: 0,
      state: [],
      refresh: oneAtATime(async () => {
        const state = await readPresences(database, topic, isPrivate);
        const diff = diffOf(watched.state, state);
        watched.state = state;
        if (diff) for (const channel of watched.watchers) channel.send('presence_diff', diff);
      }),
    };
    return watched;
  };

  const flush = oneAtATime(async () => {
    const channels = leaving;
    leaving = [];
    const gone = await asBackend(database, async (query) => {
      const text = 'delete from realtime.presences where channel = any($1) returning topic, private';
      return (await query(text, [channels])).rows;
    });
    await Promise.all(gone.map((row) => publish(notice(String(row['topic']), row['private'] === true))));
  });
  const untrack = async (channel: Channel): Promise<void> => {
    const id = tracked.get(channel);
    if (id === undefined) return;
    tracked.delete(channel);
    leaving.push(id);
    await flush();
  };
  const forgetUnused = (key: string, { watchers, entering }: WatchedTopic): void => {
    if (watchers.size === 0 && entering === 0) topics.delete(key);
  };
  const sweep = (): void => {
    if (topics.size === 0 && tracked.size === 0) return;
    asBackend(database, (query) =>
      query('select realtime.forget_presences($1, $2)', [processId, [...tracked.values()]]),
    ).catch(warn);
  };
  const timer = setInterval(sweep, SWEEP_EVERY_MS).unref();

  return {
    watch: async (channel) => {
      const key = keyOf(channel.topic, channel.isPrivate);
      const watched = topics.get(key) ?? open(channel.topic, channel.isPrivate);
      topics.set(key, watched);
      watched.entering += 1;
      try {
        await watched.refresh();
      } finally {
        watched.entering -= 1;
        forgetUnused(key, watched);
      }
      if (channel.hasEnded) return;
      channel.send('presence_state', stateOf(watched.state));
      watched.watchers.add(channel);
      topics.set(key, watched);
    },
    track: async (channel, meta) => {
      const id = tracked.get(channel) ?? randomUUID();
      tracked.set(channel, id);
      const { topic, isPrivate, presenceKey } = channel;
      await asBackend(database, (query) =>
        query(
          `insert into realtime.presences (channel, process, topic, private, key, ref, meta)
           values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (channel) do update set ref = excluded.ref, meta = excluded.meta`,
          [id, processId, topic, isPrivate, presenceKey, randomUUID(), JSON.stringify(meta)],
        ),
      );
      if (channel.hasEnded) await untrack(channel);
      await publish(notice(topic, isPrivate));
    },
    untrack,
    leave: (channel) => {
      untrack(channel).catch(warn);
      const key = keyOf(channel.topic, channel.isPrivate);
      const watched = topics.get(key);
      watched?.watchers.delete(channel);
      if (watched) forgetUnused(key, watched);
    },
    refresh: (topic, isPrivate) => {
      topics.get(keyOf(topic, isPrivate))?.refresh().catch(warn);
    },
    stop: async () => {
      clearInterval(timer);
      await flush().catch(warn);
    },
  };
}

function notice(topic: string, isPrivate: boolean) {
  return { kind: 'presence', topic, private: isPrivate } as const;
}

async function readPresences(database: DatabasePool, topic: string, isPrivate: boolean): Promise<Presence[]> {
  return asBackend(database, async (query) => {
    const { rows } = await query(
      `select key, ref, meta from realtime.presences where topic = $1 and private = $2
       order by since, channel limit ${PRESENCES_PER_TOPIC}`,
      [topic, isPrivate],
    );
    return rows.map((row) => ({
      key: String(row['key']),
      ref: String(row['ref']),
      meta: row['meta'] as Record<string, unknown>,
    }));
  });
}
