import { randomUUID } from 'node:crypto';
import type { DatabasePool } from '../../database/connect.ts';
import type { Channel } from '../channel.ts';
import type { Publish } from '../process-message.ts';
import type { Slices } from '../slices.ts';
import { asBackend } from '../../database/as-caller.ts';
import { oneAtATime } from '../../database/listen.ts';
import { PRESENCES_PER_TOPIC, PRESENCE_BYTES_PER_TOPIC } from '../limits.ts';
import { type Version, shareFrame, writeFrame } from '../frames.ts';
import { TOPIC_PREFIX } from '../topics.ts';

/** Who is present on the channels of all processes (protocol.md 4.5). */
export type Presences = {
  /**
   * Sends the channel the presences of its topic, and from then on their changes. Throws when `maySend` does not allow
   * their bytes.
   */
  watch: (channel: Channel, maySend: (bytes: number) => boolean) => Promise<void>;
  /** How many channels of this process receive the presences of a topic. */
  watchersOf: (topic: string, isPrivate: boolean) => number;
  /** Resolves with whether there was room for the presence on its topic. */
  track: (channel: Channel, meta: string) => Promise<boolean>;
  untrack: (channel: Channel) => Promise<void>;
  /** Ends what the channel has here. */
  leave: (channel: Channel) => void;
  /** To be called when the presences of a topic have changed, in any process. */
  refresh: (topic: string, isPrivate: boolean) => void;
  stop: () => Promise<void>;
};

/** How often the rows of dead processes are deleted. */
const SWEEP_EVERY_MS = 10_000;

export function createPresences(
  { database, log }: { database: DatabasePool; log: { warn: (fields: object, message: string) => void } },
  { processId, publish, slices }: { processId: string; publish: Publish; slices: Slices },
): Presences {
  const warn = (error: unknown) => log.warn({ err: error }, 'Presences could not be updated');
  const watched = watchPresences(database, slices);
  const tracked = trackPresences(database, processId, publish);
  const timer = setInterval(() => {
    if (watched.isUsed() || tracked.isUsed()) tracked.forgetDead().catch(warn);
  }, SWEEP_EVERY_MS).unref();
  return {
    watch: watched.watch,
    watchersOf: watched.watchersOf,
    track: tracked.track,
    untrack: tracked.untrack,
    leave: (channel) => {
      tracked.untrack(channel).catch(warn);
      watched.leave(channel);
    },
    refresh: (topic, isPrivate) => {
      watched.refresh(topic, isPrivate).catch(warn);
    },
    stop: async () => {
      clearInterval(timer);
      await tracked.flush().catch(warn);
    },
  };
}

/** The presences of the channels of this process: a row each, announced to all processes when it changes. */
type TrackedPresences = {
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

function trackPresences(database: DatabasePool, processId: string, publish: Publish): TrackedPresences {
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

/** The topics whose presences channels of this process are told. */
type WatchedPresences = {
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

function watchPresences(database: DatabasePool, slices: Slices): WatchedPresences {
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

/** What one channel says of itself. */
type Presence = { key: string; ref: string; meta: Record<string, unknown> };

type Metas = { metas: Record<string, unknown>[] };
/** Phoenix' form: the presences of each key. */
type PresenceState = Record<string, Metas>;
type PresenceDiff = { joins: PresenceState; leaves: PresenceState };

/** Presences as clients read them. */
function stateOf(presences: readonly Presence[]): PresenceState {
  const metas = new Map<string, Metas>();
  for (const { key, ref, meta } of presences) {
    const one = metas.get(key) ?? { metas: [] };
    one.metas.push({ ...meta, phx_ref: ref });
    metas.set(key, one);
  }
  return Object.fromEntries(metas);
}

/** What has changed between two states; null when nothing has. */
function diffOf(before: readonly Presence[], after: readonly Presence[]): PresenceDiff | null {
  const without = (all: readonly Presence[], others: readonly Presence[]) => {
    const refs = new Set(others.map(({ ref }) => ref));
    return all.filter(({ ref }) => !refs.has(ref));
  };
  const [joins, leaves] = [without(after, before), without(before, after)];
  return joins.length + leaves.length === 0 ? null : { joins: stateOf(joins), leaves: stateOf(leaves) };
}
