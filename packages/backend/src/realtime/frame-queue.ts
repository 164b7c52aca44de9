import type { FairQueue } from '../usage/fair-queue.ts';
import { asCurrentCaller } from '../usage/request-context.ts';
import { type ClientFrame, type Version, parseFrame } from './frames.ts';
import { MAX_CONTROL_FRAME_BYTES } from './limits.ts';

/** Limits how many frames of a caller are handled at a time: frames that query the database, and large ones. */
export type FramePlaces = { database: FairQueue; large: FairQueue };

/** A frame that is larger than its kind may be. */
export class OversizedFrame extends Error {}

export type FrameQueueOptions = {
  version: Version;
  places: FramePlaces;
  /** Who the frames count for. */
  caller: () => string;
  /** Whether frames are still to be handled. */
  isOpen: () => boolean;
  onFrame: (frame: ClientFrame) => Promise<void>;
  onError: (error: unknown) => void;
};

/**
 * Handles a frame after the earlier ones of its topic, a join also after the earlier joins; those of `FramePlaces` when
 * it is their caller's turn. Resolves when it has been handled. Throws MalformedFrame and OversizedFrame at once.
 */
type HandleInTurn = (data: Buffer, isBinary: boolean) => Promise<void>;

const JOIN = 'phx_join';
const ASKS_DATABASE: ReadonlySet<string> = new Set([JOIN, 'access_token', 'presence']);
/** Joins of one connection run one after another, so that they can be counted. No topic has this name. */
const JOINS = Symbol('joins');

/** The queue of a connection. A frame that has to wait is kept as bytes and parsed again at its turn: as objects it may take ten times as much. */
export function createFrameQueue(options: FrameQueueOptions): HandleInTurn {
  const { version, places, caller, isOpen, onFrame, onError } = options;
  const last = new Map<string | symbol, Promise<void>>();

  const placesFor = ({ event }: ClientFrame, bytes: number): FairQueue | null => {
    if (ASKS_DATABASE.has(event)) return places.database;
    return bytes > MAX_CONTROL_FRAME_BYTES ? places.large : null;
  };
  const handle = async (frame: ClientFrame, key: string, queue: FairQueue | null): Promise<void> => {
    try {
      if (isOpen()) await asCurrentCaller(key, () => onFrame(frame));
    } catch (error) {
      onError(error);
    } finally {
      queue?.leave(key);
    }
  };
  const start = (frame: ClientFrame, data: Buffer, isBinary: boolean, before: Promise<void>[]): Promise<void> => {
    const key = caller();
    const queue = placesFor(frame, data.length);
    const enter = () => queue?.enter(key) ?? null;
    const turn = before.length > 0 ? Promise.all(before).then(enter) : enter();
    if (turn === null) return handle(frame, key, queue);
    const kept = copyOf(data);
    return turn.then(() => handle(parseFrame(version, kept, isBinary), key, queue));
  };

  return (data, isBinary) => {
    const frame = parseFrame(version, data, isBinary);
    if (frame.event !== 'broadcast' && data.length > MAX_CONTROL_FRAME_BYTES) {
      throw new OversizedFrame('The frame is too large');
    }
    const keys = frame.event === JOIN ? [frame.topic, JOINS] : [frame.topic];
    const before = keys.flatMap((key) => last.get(key) ?? []);
    const handled = start(frame, data, isBinary, before).then(() => {
      for (const key of keys) if (last.get(key) === handled) last.delete(key);
    });
    for (const key of keys) last.set(key, handled);
    return handled;
  };
}

/** Copies the bytes: ws returns a slice, which would keep its whole buffer in memory. */
function copyOf(data: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(data.length);
  data.copy(copy);
  return copy;
}
