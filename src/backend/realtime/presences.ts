import type { DatabasePool } from '../database/connect.ts';
import type { Channel } from './channel.ts';
import type { Publish } from './publisher.ts';
import { trackPresences } from './track-presences.ts';
import { watchPresences } from './watch-presences.ts';

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

/** How often the rows of dead processes are deleted. */
const SWEEP_EVERY_MS = 10_000;

export function createPresences(
  { database, log }: { database: DatabasePool; log: { warn: (fields: object, message: string) => void } },
  processId: string,
  publish: Publish,
): Presences {
  const warn = (error: unknown) => log.warn({ err: error }, 'Presences could not be updated');
  const watched = watchPresences(database);
  const tracked = trackPresences(database, processId, publish);
  const timer = setInterval(() => {
    if (watched.isUsed() || tracked.isUsed()) tracked.forgetDead().catch(warn);
  }, SWEEP_EVERY_MS).unref();
  return {
    watch: watched.watch,
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
