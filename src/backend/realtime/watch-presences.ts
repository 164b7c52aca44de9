import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';
import { oneAtATime } from '../database/listen.ts';
import type { Channel } from './channel.ts';
import { PRESENCES_PER_TOPIC } from './limits.ts';
import { type Presence, diffOf, stateOf } from './presence-state.ts';

/** The topics whose presences channels of this process are told. */
export type WatchedPresences = {
  /** Sends the channel the presences of its topic, and from then on their changes. */
  watch: (channel: Channel) => Promise<void>;
  leave: (channel: Channel) => void;
  /** Reads the presences of a topic again, if a channel watches them, and tells what has changed. */
  refresh: (topic: string, isPrivate: boolean) => Promise<void>;
  /** Whether a channel watches. */
  isUsed: () => boolean;
};

type WatchedTopic = {
  watchers: Set<Channel>;
  /** Channels that wait for the state. */
  entering: number;
  state: readonly Presence[];
  refresh: () => Promise<void>;
};

export function watchPresences(database: DatabasePool): WatchedPresences {
  const topics = new Map<string, WatchedTopic>();
  const forgetUnused = (key: string, { watchers, entering }: WatchedTopic): void => {
    if (watchers.size === 0 && entering === 0) topics.delete(key);
  };
  return {
    isUsed: () => topics.size > 0,
    watch: async (channel) => {
      const key = keyOf(channel.topic, channel.isPrivate);
      const watched = topics.get(key) ?? openTopic(database, channel.topic, channel.isPrivate);
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
    leave: (channel) => {
      const key = keyOf(channel.topic, channel.isPrivate);
      const watched = topics.get(key);
      watched?.watchers.delete(channel);
      if (watched) forgetUnused(key, watched);
    },
    refresh: async (topic, isPrivate) => topics.get(keyOf(topic, isPrivate))?.refresh(),
  };
}

function keyOf(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'} ${topic}`;
}

function openTopic(database: DatabasePool, topic: string, isPrivate: boolean): WatchedTopic {
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
