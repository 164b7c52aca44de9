import type { RawData, WebSocket } from 'ws';
import {
  type BroadcastFrame,
  type ClientFrame,
  MalformedFrame,
  type ServerFrame,
  type Version,
  parseFrame,
  writeBroadcast,
  writeFrame,
} from './frames.ts';
import { createFrameRate } from './frame-rate.ts';
import { FRAMES_AT_ONCE, FRAMES_PER_SECOND, IDLE_MS, MAX_BUFFERED_BYTES, MAX_PENDING_FRAMES } from './limits.ts';

/** Codes of RFC 6455 §7.4.1 and its registry. */
export const CLOSE = { goingAway: 1001, invalidData: 1007, policy: 1008, restart: 1012 } as const;

/** One connection of a client. */
export type Socket = {
  send: (frame: Omit<ServerFrame, 'payload'> & { payload: unknown }) => void;
  /** Sends a payload that is JSON already. */
  sendText: (frame: ServerFrame) => void;
  sendBroadcast: (frame: BroadcastFrame) => void;
  close: (code: number, reason: string) => void;
  /** Ends the connection without the closing handshake. */
  cut: () => void;
  /** Cuts the connection when its client has been silent for too long. */
  endIfIdle: (now: number) => void;
};

export type SocketHandlers = {
  /** Handles a frame. Frames of one topic are handled one after another. */
  onFrame: (frame: ClientFrame) => Promise<void>;
  onClose: () => void;
  onError: (error: unknown) => void;
};

/**
 * Reads and writes the frames of a connection within its limits. A client that sends too much or malformed frames is
 * disconnected, and so is one that reads too slowly: what waits for it in memory is bounded.
 */
export function openSocket(ws: WebSocket, version: Version, handlers: SocketHandlers): Socket {
  const rate = createFrameRate({ perSecond: FRAMES_PER_SECOND, atOnce: FRAMES_AT_ONCE });
  const topics = new Map<string, Promise<void>>();
  let pending = 0;
  let heardAt = performance.now();

  const write = (data: string | Buffer): void => {
    if (ws.readyState !== ws.OPEN) return;
    if (ws.bufferedAmount > MAX_BUFFERED_BYTES) ws.terminate();
    else ws.send(data);
  };
  const handle = async (frame: ClientFrame): Promise<void> => {
    try {
      await handlers.onFrame(frame);
    } catch (error) {
      handlers.onError(error);
    }
  };
  const enqueue = (frame: ClientFrame): void => {
    pending += 1;
    const handled = (topics.get(frame.topic) ?? Promise.resolve()).then(async () => {
      await handle(frame);
      pending -= 1;
      if (topics.get(frame.topic) === handled) topics.delete(frame.topic);
    });
    topics.set(frame.topic, handled);
  };
  ws.on('message', (data: RawData, isBinary: boolean) => {
    if (ws.readyState !== ws.OPEN) return;
    heardAt = performance.now();
    if (!rate.take(heardAt) || pending >= MAX_PENDING_FRAMES) return ws.close(CLOSE.policy, 'Too many messages');
    try {
      enqueue(parseFrame(version, data as Buffer, isBinary));
    } catch (error) {
      ws.close(CLOSE.invalidData, error instanceof MalformedFrame ? error.message : 'malformed');
    }
  });
  // An error of the protocol or of the network ends the connection; ws then emits `close`.
  ws.on('error', () => {});
  ws.on('close', handlers.onClose);

  return {
    send: (frame) => write(writeFrame(version, { ...frame, payload: JSON.stringify(frame.payload) })),
    sendText: (frame) => write(writeFrame(version, frame)),
    sendBroadcast: (frame) => {
      const data = writeBroadcast(version, frame);
      if (data !== null) write(data);
    },
    close: (code, reason) => ws.close(code, reason),
    cut: () => ws.terminate(),
    endIfIdle: (now) => {
      if (now - heardAt > IDLE_MS) ws.terminate();
    },
  };
}
