import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { type Usage, takeForEach } from '../usage/usage.ts';
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
  /** What ws reads. */
  stream: Duplex;
  /** The key of the client's address. */
  address: string;
  /** The keys of the address and, once one is known, of the account. */
  keys: () => readonly string[];
};

export type SocketHandlers = Pick<FrameQueueOptions, 'onFrame' | 'onError'> & { onClose: () => void };

/** The memory of a waiting frame besides its bytes. */
const FRAME_OVERHEAD_BYTES = 1024;
const LOOK_AGAIN_MS = 20;
/** How long a client has to answer the closing handshake. */
const CLOSE_WITHIN_MS = 2000;

/**
 * Reads and writes the frames of a connection within the limits of its address and account. A client that sends too much
 * or malformed frames is disconnected, and so is one that reads too slowly: what waits for it in memory is bounded.
 */
export function openSocket(ws: WebSocket, options: SocketOptions, handlers: SocketHandlers): Socket {
  const { version, usage, places, keys } = options;
  const isOpen = () => ws.readyState === ws.OPEN;
  const handleInTurn = createFrameQueue({ version, places, caller: () => keys().at(-1) ?? '', isOpen, ...handlers });
  const write = createWriter(ws, options);
  const countPending = createReadLimit(ws, options);
  let heardAt = performance.now();

  const close = (code: number, reason: string): void => {
    ws.close(code, reason);
    // Frames that the client sends before it answers the close frame are not counted.
    setTimeout(() => ws.terminate(), CLOSE_WITHIN_MS).unref();
  };
  const count = (bytes: number): boolean => {
    const { rates } = usage;
    const isAllowed = takeForEach(rates.frames, keys()) && takeForEach(rates.frameBytes, keys(), bytes);
    if (!isAllowed) close(CLOSE.policy, 'Too many messages');
    return isAllowed;
  };
  ws.on('message', (data: RawData, isBinary: boolean) => {
    heardAt = performance.now();
    const bytes = data as Buffer;
    if (!isOpen() || !count(bytes.length)) return;
    try {
      countPending(bytes.length, handleInTurn(bytes, isBinary));
    } catch (error) {
      if (error instanceof OversizedFrame) return close(CLOSE.tooLarge, error.message);
      close(CLOSE.invalidData, error instanceof MalformedFrame ? error.message : 'malformed');
    }
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
    close,
    cut: () => ws.terminate(),
    endIfIdle: (now) => {
      if (now - heardAt > IDLE_MS) ws.terminate();
    },
  };
}

/**
 * Counts the bytes that are read. Too many bytes of unhandled frames pause the connection; too many bytes of an
 * unfinished frame cut it.
 */
function createReadLimit(
  ws: WebSocket,
  { stream, usage, address }: SocketOptions,
): (bytes: number, handled: Promise<void>) => void {
  const { frameBytes, unfinishedBytes } = usage.held;
  let pending = 0;
  let unfinished = 0;
  const isFull = () => pending > MAX_PENDING_BYTES || !frameBytes.allows(address, 0);
  const readOnceEmptier = (): void => {
    if (isFull()) setTimeout(readOnceEmptier, LOOK_AGAIN_MS);
    else ws.resume();
  };
  const change = (bytes: number): void => {
    pending += bytes;
    if (bytes > 0) frameBytes.add(address, bytes);
    else frameBytes.give(address, -bytes);
  };
  const finish = (): void => {
    unfinishedBytes.give(address, unfinished);
    unfinished = 0;
  };
  stream.on('data', (chunk: Buffer) => {
    unfinished += chunk.length;
    if (!unfinishedBytes.add(address, chunk.length)) ws.terminate();
  });
  ws.on('message', finish);
  ws.on('close', finish);
  return (bytes, handled) => {
    change(bytes + FRAME_OVERHEAD_BYTES);
    void handled.then(() => change(-bytes - FRAME_OVERHEAD_BYTES));
    if (!isFull() || ws.isPaused) return;
    ws.pause();
    setTimeout(readOnceEmptier, LOOK_AGAIN_MS);
  };
}

/** Writes frames. Cuts the connection when too many bytes wait for its client, or for all clients of its address. */
function createWriter(ws: WebSocket, { usage, address }: SocketOptions): (data: Buffer, isBinary: boolean) => void {
  const { unsentBytes } = usage.held;
  let unsent = 0;
  const give = (bytes: number): void => {
    unsent -= bytes;
    unsentBytes.give(address, bytes);
  };
  ws.on('close', () => give(unsent));
  return (data, isBinary) => {
    if (ws.readyState !== ws.OPEN) return;
    const bytes = data.length;
    if (ws.bufferedAmount + bytes > MAX_BUFFERED_BYTES || !unsentBytes.take(address, bytes)) return ws.terminate();
    unsent += bytes;
    ws.send(data, { binary: isBinary }, () => give(Math.min(bytes, unsent)));
  };
}
