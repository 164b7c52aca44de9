import { randomUUID } from 'node:crypto';
import { FairQueue } from '../usage/fair-queue.ts';
import { FRAME_PLACES, LARGE_FRAMES_AT_ONCE } from '../usage/limits.ts';
import { takeForEach } from '../usage/usage.ts';
import type { Channel } from './channel.ts';
import { readAnnouncement } from './changes/announcement.ts';
import { ChangeFeed } from './changes/change-feed.ts';
import type { Connection } from './connection.ts';
import { type EndedSessions, createEndedSessions } from './ended-sessions.ts';
import type { FramePlaces } from './frame-queue.ts';
import { type Notifications, createNotifications } from './notifications.ts';
import { createMessageHandler } from './handle-message.ts';
import { type Presences, createPresences } from './presences.ts';
import { type MessageOf, readProcessMessage } from './process-message.ts';
import { type Publish, createPublisher } from './publisher.ts';
import type { RealtimeDeps } from './realtime-deps.ts';
import { createSlices } from './slices.ts';
import { type Broadcast, type Topics, createTopics } from './topics.ts';

/** What the connections of one process share. */
export type RealtimeService = {
  deps: RealtimeDeps;
  notifications: Notifications;
  feed: ChangeFeed;
  topics: Topics<Channel>;
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
  connections: Set<Connection>;
  nextId: () => number;
  stop: () => Promise<void>;
};

/** Creates the service of a process. It opens nothing before the first channel is joined. */
export function createService(deps: RealtimeDeps): RealtimeService {
  let lastId = 0;
  const processId = randomUUID();
  const slices = createSlices();
  const topics = createTopics<Channel>(slices);
  const endedSessions = createEndedSessions();
  const connections = new Set<Connection>();
  const publish: Publish = createPublisher(deps.database, processId);
  const presences = createPresences(deps, { processId, publish, slices });
  const notifications = createNotifications(deps.database, processId, {
    onMessage: (message) => {
      const announcement = readAnnouncement(message);
      if (announcement) return feed.announce(announcement);
      const known = readProcessMessage(message);
      if (known) handle(known);
    },
    onGap: () => {
      feed.forget();
      for (const connection of connections) connection.loseChannels();
    },
  });
  const feed = new ChangeFeed({ ...deps, slices }, notifications.query);
  const handle = createMessageHandler({
    deps,
    processId,
    topics,
    presences,
    feed,
    onEndedSessions: (ids) => {
      endedSessions.add(ids, deps.now().getTime());
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
      await Promise.all([topics.deliver(broadcast, sender), publish(toMessage(broadcast, processId))]);
    },
    nextId: () => (lastId += 1),
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
