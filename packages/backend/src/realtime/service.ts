import { randomUUID } from 'node:crypto';
import type { DatabasePool } from '../database/connect.ts';
import { type Listener, listenFor } from '../database/listen.ts';
import { FairQueue } from '../usage/fair-queue.ts';
import { FRAME_PLACES, LARGE_FRAMES_AT_ONCE } from '../usage/limits.ts';
import { outsideRequests } from '../usage/request-context.ts';
import { takeForEach } from '../usage/usage.ts';
import {
  type MessageOf,
  type Publish,
  createMessageHandler,
  createPublisher,
  readProcessMessage,
} from './process-message.ts';
import { ChangeFeed } from './changes/change-feed.ts';
import type { Channel } from './channel.ts';
import type { Connection } from './connection.ts';
import type { FramePlaces } from './frame-queue.ts';
import { type Presences, createPresences } from './presence/presences.ts';
import type { RealtimeDeps } from './realtime-deps.ts';
import { createSlices } from './slices.ts';
import { type Broadcast, type Topics, createTopics } from './topics.ts';

/** What the connections of one process share. */
export type RealtimeService = {
  deps: RealtimeDeps;
  notifications: Notifications;
  feed: ChangeFeed;
  topics: Topics;
  presences: Presences;
  places: FramePlaces;
  /**
   * Whether the limits of these callers allow a broadcast to be sent to the channels of its topic in this process; it then
   * counts for them.
   */
  mayDeliver: (keys: readonly string[], broadcast: Broadcast) => boolean;
  /** Gives a broadcast to the channels of its topic in all processes, but not to the one that sent it. */
  broadcast: (broadcast: Broadcast, sender?: Channel) => Promise<void>;
  endedSessions: EndedSessions;
  /** How often messages may have been missed. */
  gaps: () => number;
  connections: Set<Connection>;
  nextId: () => number;
  stop: () => Promise<void>;
};

/** Creates the service of a process. It opens nothing before the first channel is joined. */
export function createService(deps: RealtimeDeps): RealtimeService {
  let gaps = 0;
  let lastId = 0;
  const nextId = () => (lastId += 1);
  const processId = randomUUID();
  const inSlices = createSlices();
  const topics = createTopics(inSlices);
  const endedSessions = createEndedSessions();
  const connections = new Set<Connection>();
  const publish: Publish = createPublisher(deps.database, processId);
  const presences = createPresences(deps, { processId, publish, inSlices });
  const notifications = createNotifications(deps.database, processId, {
    onMessage: (message) => {
      const known = readProcessMessage(message);
      if (known) handle(known);
    },
    onGap: () => {
      gaps += 1;
      feed.forget();
      for (const connection of connections) connection.loseChannels();
    },
  });
  const feed = new ChangeFeed({ ...deps, inSlices }, notifications.query);
  const handle = createMessageHandler({
    deps,
    processId,
    topics,
    presences,
    feed,
    onEndedSessions: (ids) => {
      endedSessions.add(ids);
      for (const connection of connections) connection.endSessions(ids);
    },
  });
  return {
    deps,
    notifications,
    feed,
    topics,
    presences,
    endedSessions,
    gaps: () => gaps,
    connections,
    places: {
      database: new FairQueue({ places: FRAME_PLACES.total, placesPerKey: FRAME_PLACES.perKey }),
      large: new FairQueue({ places: LARGE_FRAMES_AT_ONCE }),
    },
    mayDeliver: (keys, { topic, isPrivate, payload }) => {
      const { deliveries, deliveredBytes } = deps.usage.rates;
      const count = topics.size(topic, isPrivate);
      const bytes = count * Buffer.byteLength(payload);
      return takeForEach(deliveries, keys, count) && takeForEach(deliveredBytes, keys, bytes);
    },
    broadcast: async (broadcast, sender) => {
      const message = { ...toMessage(broadcast, processId), number: nextId() };
      await Promise.all([topics.deliver(broadcast, sender), publish(message)]);
    },
    nextId,
    stop: async () => {
      feed.stop();
      await presences.stop();
      await notifications.stop();
    },
  };
}

function toMessage({ topic, event, isPrivate, payload, meta }: Broadcast, from: string): MessageOf<'broadcast'> {
  const isBinary = typeof payload !== 'string';
  const text = isBinary ? payload.toString('base64') : payload;
  return { kind: 'broadcast', from, topic, private: isPrivate, event, payload: text, isBinary, meta };
}

/** The sessions that have ended lately, for joins that have begun before. */
type EndedSessions = { add: (ids: readonly string[]) => void; has: (id: string | null) => boolean };

/** Longer than a join takes. */
const KEPT_MS = 60_000;

function createEndedSessions(): EndedSessions {
  const ended = new Map<string, number>();
  const isKept = (at: number): boolean => performance.now() - at <= KEPT_MS;
  return {
    add: (ids) => {
      for (const [id, at] of ended) if (!isKept(at)) ended.delete(id);
      for (const id of ids) ended.set(id, performance.now());
    },
    has: (id) => id !== null && isKept(ended.get(id) ?? -Infinity),
  };
}

/** What the processes of the site tell each other, through PostgreSQL. */
type Notifications = {
  /** Starts to listen; resolves when notifications of commits from now on are received. */
  start: () => Promise<void>;
  query: Listener['query'];
  stop: () => Promise<void>;
};

/** The advisory locks that say that this process lives, and that it listens (platform/realtime.sql). */
const LIFE = `select pg_advisory_lock_shared(hashtextextended('realtime ' || $1, 0)), pg_advisory_lock_shared(727101021, hashtext($1))`;
/** The channel of PostgreSQL. */
const CHANNEL = 'realtime';

/**
 * Receives the notifications of all processes and of the database: `onMessage` gets the parsed JSON, `onGap` is called
 * when notifications may have been missed. While it listens it holds the lock of `processId`. Nothing is opened before
 * `start`.
 */
function createNotifications(
  { url }: DatabasePool,
  processId: string,
  { onMessage, onGap }: { onMessage: (message: unknown) => void; onGap: () => void },
): Notifications {
  const { promise: listening, resolve: isListening } = Promise.withResolvers<void>();
  let listener: Listener | null = null;
  const receive = (payload: string | null): void => {
    if (payload === null) {
      // Without a connection there is another gap soon.
      listener?.query(LIFE, [processId]).then(isListening, () => {});
      return onGap();
    }
    const message = parse(payload);
    if (message !== null) onMessage(message);
  };
  return {
    start: () => {
      // Notifications belong to no request, although the first join opens the connection.
      listener ??= outsideRequests(() => listenFor(url, CHANNEL, receive));
      return listening;
    },
    query: async (text, values) => {
      await listening;
      await listener?.query(text, values);
    },
    stop: async () => {
      await listener?.stop();
    },
  };
}

/** Anybody with a connection may notify. */
function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}
