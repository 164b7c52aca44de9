import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';
import { oneAtATime } from '../database/listen.ts';
import type { Channel } from './channel.ts';
import { type Version, shareFrame, writeFrame } from './frames.ts';
import { PRESENCES_PER_TOPIC } from './limits.ts';
import { type Presence, type PresenceDiff, diffOf, stateOf } from './presence-state.ts';
import type { Slices } from './slices.ts';
import { TOPIC_PREFIX } from './topics.ts';

/** The topics whose presences channels of this process receive. */
export type WatchedPresences = {
  /** Sends the channel the presences of its topic if `maySend` allows their bytes, and from then on their changes. */
  watch: (channel: Channel, maySend: (bytes: number) => boolean) => Promise<void>;
  watchersOf: (topic: string, isPrivate: boolean) => number;
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
  /** The state on the wire, once somebody has been sent it. */
  stateText: string | null;
  refresh: () => Promise<void>;
};

export function watchPresences(database: DatabasePool, slices: Slices): WatchedPresences {
  const topics = new Map<string, WatchedTopic>();
  const forgetUnused = (key: string, { watchers, entering }: WatchedTopic): void => {
    if (watchers.size === 0 && entering === 0) topics.delete(key);
  };
  return {
    isUsed: () => topics.size > 0,
    watchersOf: (topic, isPrivate) => topics.get(keyOf(topic, isPrivate))?.watchers.size ?? 0,
    watch: async (channel, maySend) => {
      const key = keyOf(channel.topic, channel.isPrivate);
      const watched = topics.get(key) ?? openTopic({ database, slices }, channel.topic, channel.isPrivate);
      topics.set(key, watched);
      watched.entering += 1;
      try {
        await watched.refresh();
      } finally {
        watched.entering -= 1;
        forgetUnused(key, watched);
      }
      if (channel.hasEnded) return;
      watched.stateText ??= JSON.stringify(stateOf(watched.state));
      if (!maySend(Buffer.byteLength(watched.stateText))) throw new Error('Too many presences were read');
      channel.sendText('presence_state', watched.stateText);
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

type WatchDeps = { database: DatabasePool; slices: Slices };

function openTopic({ database, slices }: WatchDeps, topic: string, isPrivate: boolean): WatchedTopic {
  const watched: WatchedTopic = {
    watchers: new Set(),
    entering: 0,
    state: [],
    stateText: null,
    refresh: oneAtATime(async () => {
      const state = await readPresences(database, topic, isPrivate);
      const diff = diffOf(watched.state, state);
      [watched.state, watched.stateText] = [state, null];
      if (!diff) return;
      const frame = shareFrame((version) => writeDiff(version, topic, diff));
      await slices.run([...watched.watchers], (channel) => channel.share(frame));
    }),
  };
  return watched;
}

/** Without the reference of a join, so that it is alike for all channels of the topic. */
function writeDiff(version: Version, topic: string, diff: PresenceDiff): string {
  const payload = JSON.stringify(diff);
  return writeFrame(version, {
    joinRef: null,
    ref: null,
    topic: TOPIC_PREFIX + topic,
    event: 'presence_diff',
    payload,
  });
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
