import { randomUUID } from 'node:crypto';
import type { DatabasePool } from '../../database/connect.ts';
import type { Channel } from '../channel.ts';
import type { Publish } from '../process-message.ts';
import type { InSlices } from '../slices.ts';
import { asBackend } from '../../database/as-caller.ts';
import { oneAtATime } from '../../usage/one-at-a-time.ts';
import { PRESENCES_PER_TOPIC, PRESENCE_BYTES_PER_TOPIC } from '../limits.ts';
import { type Version, shareFrame, writeFrame } from '../frames.ts';
import { TOPIC_PREFIX, topicKey } from '../topics.ts';

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

/** How often the rows of dead processes are deleted, and those that could not be deleted at once. */
const SWEEP_EVERY_MS = 10_000;

/** The reference of a presence, and the punctuation around it. */
const ENVELOPE_BYTES = 100;

type PresenceDeps = { database: DatabasePool; log: { warn: (fields: object, message: string) => void } };

/**
 * Creates the presences of a process. Each presence of its channels is a row, whose changes are announced to all
 * processes. Also keeps the topics whose presences its channels receive.
 */
export function createPresences(
  { database, log }: PresenceDeps,
  { processId, publish, inSlices }: { processId: string; publish: Publish; inSlices: InSlices },
): Presences {
  const tracked = new Map<Channel, string>();
  const topics = new Map<string, WatchedTopic>();
  let leaving: string[] = [];

  const warn = (error: unknown) => log.warn({ err: error }, 'Presences could not be updated');
  const deleteLeft = oneAtATime(async () => {
    const channels = leaving;
    leaving = [];
    const deleted = await deletePresences(database, channels).catch((error: unknown) => {
      leaving.push(...channels);
      throw error;
    });
    for (const { topic, isPrivate } of deleted) await publish({ kind: 'presence', topic, private: isPrivate });
  });
  const untrack = async (channel: Channel): Promise<void> => {
    const id = tracked.get(channel);
    if (id === undefined) return;
    tracked.delete(channel);
    leaving.push(id);
    await deleteLeft();
  };
  const forgetUnused = (key: string, { watchers, entering }: WatchedTopic): void => {
    if (watchers.size === 0 && entering === 0) topics.delete(key);
  };
  const forgetDead = async (): Promise<void> => {
    const alive = [...tracked.values()];
    await asBackend(database, (query) => query('select realtime.forget_presences($1, $2)', [processId, alive]));
  };
  const timer = setInterval(() => {
    if (topics.size > 0 || tracked.size > 0) forgetDead().catch(warn);
    if (leaving.length > 0) deleteLeft().catch(warn);
  }, SWEEP_EVERY_MS).unref();

  return {
    untrack,
    track: async (channel, meta) => {
      const id = tracked.get(channel) ?? randomUUID();
      tracked.set(channel, id);
      const isWritten = await writePresence(database, { id, processId, channel, meta });
      if (channel.hasEnded) {
        // It may have ended before there was a row to delete.
        tracked.set(channel, id);
        await untrack(channel);
      }
      if (isWritten) await publish({ kind: 'presence', topic: channel.topic, private: channel.isPrivate });
      return isWritten;
    },
    watchersOf: (topic, isPrivate) => topics.get(topicKey(topic, isPrivate))?.watchers.size ?? 0,
    watch: async (channel, maySend) => {
      const key = topicKey(channel.topic, channel.isPrivate);
      const watched = topics.get(key) ?? openTopic(database, inSlices, channel);
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
      untrack(channel).catch(warn);
      const key = topicKey(channel.topic, channel.isPrivate);
      const watched = topics.get(key);
      watched?.watchers.delete(channel);
      if (watched) forgetUnused(key, watched);
    },
    refresh: (topic, isPrivate) => {
      topics.get(topicKey(topic, isPrivate))?.refresh().catch(warn);
    },
    stop: async () => {
      clearInterval(timer);
      await deleteLeft().catch(warn);
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

type WatchedTopic = {
  watchers: Set<Channel>;
  /** Channels that wait for the state. */
  entering: number;
  state: readonly Presence[];
  /** The state on the wire, once somebody has been sent it. */
  stateText: string | null;
  refresh: () => Promise<void>;
};

function openTopic(database: DatabasePool, inSlices: InSlices, { topic, isPrivate }: Channel): WatchedTopic {
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
      await inSlices([...watched.watchers], (channel) => {
        if (channel.rights.presence.read) channel.share(frame);
      });
    }),
  };
  return watched;
}

/** Without the reference of a join, so that it is alike for all channels of the topic. */
function writeDiff(version: Version, topic: string, diff: PresenceDiff): string {
  const frame = { joinRef: null, ref: null, topic: TOPIC_PREFIX + topic, event: 'presence_diff' };
  return writeFrame(version, { ...frame, payload: JSON.stringify(diff) });
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
