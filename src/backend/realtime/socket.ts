import type { RawData, WebSocket } from 'ws';
import type { Usage } from '../usage/usage.ts';
import { type FramePlaces, type FrameQueueOptions, OversizedFrame, createFrameQueue } from './frame-queue.ts';
import { MalformedFrame, type ServerFrame, type SharedFrame, type Version, writeFrame } from './frames.ts';
import { IDLE_MS, MAX_BUFFERED_BYTES, MAX_PENDING_BYTES } from './limits.ts';

/** Codes of RFC 6455 §7.4.1 and its registry. */
export const CLOSE = { goingAway: 1001, invalidData: 1007, policy: 1008, tooLarge: 1009, restart: 1012 } as const;

/** One connection of a client. */
export type Socket = {
  send: (frame: Omit<ServerFrame, 'payload'> & { payload: unknown }) => void;
  /** Sends a payload that is JSON already. */
  sendText: (frame: ServerFrame) => void;
  sendShared: (frame: SharedFrame) => void;
  close: (code: number, reason: string) => void;
  /** Ends the connection without the closing handshake. */
  cut: () => void;
  /** Cuts the connection when its client has been silent for too long. */
  endIfIdle: (now: number) => void;
};

export type SocketOptions = {
  version: Version;
  usage: Usage;
  places: FramePlaces;
  /** The key of the client's address. */
  address: string;
  /** The key of the account, or that of the address while none is known. */
  caller: () => string;
};

export type SocketHandlers = Pick<FrameQueueOptions, 'onFrame' | 'onError'> & { onClose: () => void };

/** What a frame costs besides its bytes while it waits. */
const FRAME_OVERHEAD_BYTES = 1024;
const LOOK_AGAIN_MS = 20;

/**
 * Reads and writes the frames of a connection within the limits of its address and account. A client that sends too much
 * or malformed frames is disconnected, and so is one that reads too slowly: what waits for it in memory is bounded.
 */
export function openSocket(ws: WebSocket, options: SocketOptions, handlers: SocketHandlers): Socket {
  const { version, usage, places, address, caller } = options;
  const isOpen = () => ws.readyState === ws.OPEN;
  const frames = createFrameQueue({ version, places, caller, isOpen, ...handlers });
  const write = createWriter(ws, usage, address);
  let pendingBytes = 0;
  let heardAt = performance.now();

  const isFull = () => pendingBytes > MAX_PENDING_BYTES || !usage.held.frameBytes.allows(address, 0);
  const readOnceEmptier = (): void => {
    if (isFull()) setTimeout(readOnceEmptier, LOOK_AGAIN_MS);
    else ws.resume();
  };
  const handle = async (data: Buffer, isBinary: boolean): Promise<void> => {
    const handled = frames.add(data, isBinary);
    const bytes = data.length + FRAME_OVERHEAD_BYTES;
    pendingBytes += bytes;
    usage.held.frameBytes.add(address, bytes);
    if (isFull() && !ws.isPaused) {
      ws.pause();
      setTimeout(readOnceEmptier, LOOK_AGAIN_MS);
    }
    await handled;
    pendingBytes -= bytes;
    usage.held.frameBytes.give(address, bytes);
  };
  const isAllowed = (bytes: number): boolean =>
    [...new Set([address, caller()])].every(
      (key) => usage.rates.frames.take(key) && usage.rates.frameBytes.take(key, bytes),
    );

  ws.on('message', (data: RawData, isBinary: boolean) => {
    if (!isOpen()) return;
    heardAt = performance.now();
    const bytes = data as Buffer;
    if (!isAllowed(bytes.length)) return ws.close(CLOSE.policy, 'Too many messages');
    handle(bytes, isBinary).catch((error: unknown) => {
      const code = error instanceof OversizedFrame ? CLOSE.tooLarge : CLOSE.invalidData;
      const isKnown = error instanceof OversizedFrame || error instanceof MalformedFrame;
      ws.close(code, isKnown ? error.message : 'malformed');
    });
  });
  // An error of the protocol or of the network ends the connection; ws then emits `close`.
  ws.on('error', () => {});
  ws.on('close', handlers.onClose);

  return {
    send: (frame) =>
      write(Buffer.from(writeFrame(version, { ...frame, payload: JSON.stringify(frame.payload) })), false),
    sendText: (frame) => write(Buffer.from(writeFrame(version, frame)), false),
    sendShared: (frame) => {
      const encoded = frame(version);
      if (encoded) write(encoded.data, encoded.isBinary);
    },
    close: (code, reason) => ws.close(code, reason),
    cut: () => ws.terminate(),
    endIfIdle: (now) => {
      if (now - heardAt > IDLE_MS) ws.terminate();
    },
  };
}

/** Writes frames, and cuts the connection when more waits for its client, or for all of its address, than may. */
function createWriter(ws: WebSocket, { held }: Usage, address: string): (data: Buffer, isBinary: boolean) => void {
  let unsent = 0;
  const give = (bytes: number): void => {
    unsent -= bytes;
    held.unsentBytes.give(address, bytes);
  };
  ws.on('close', () => give(unsent));
  return (data, isBinary) => {
    if (ws.readyState !== ws.OPEN) return;
    const bytes = data.length;
    if (ws.bufferedAmount + bytes > MAX_BUFFERED_BYTES || !held.unsentBytes.take(address, bytes)) return ws.terminate();
    unsent += bytes;
    ws.send(data, { binary: isBinary }, () => give(Math.min(bytes, unsent)));
  };
}
