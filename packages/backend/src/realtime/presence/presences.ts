import type { DatabasePool } from '../../database/connect.ts';
import type { Channel } from '../channel.ts';
import type { Publish } from '../publisher.ts';
import type { Slices } from '../slices.ts';
import { trackPresences } from './track-presences.ts';
import { watchPresences } from './watch-presences.ts';

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
