import type { Server, ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import type { Held } from '#backend/usage/usage.ts';

/** The open connections of a server, and the answers that take longer than one turn of the event loop. */
type Connections = {
  /** To be called with each answer that is not written at once. */
  track: (outgoing: ServerResponse) => void;
  /** Ends connections on which nothing moves for `ms`, unless a request is being worked on and nothing is unsent. */
  endStalled: (ms: number) => void;
  /**
   * Stops accepting connections, closes those that send no request for NEXT_REQUEST_MS, and the others after their answer,
   * which says so. What is still running after `withinMs` is cut off.
   */
  drain: (withinMs: number) => Promise<void>;
};

/** A request that is under way to a process that stops must not be lost. */
const NEXT_REQUEST_MS = 1000;

/**
 * Follows the connections of a server. One on which nothing was ever sent, as browsers open them in advance, would hold
 * the process.
 */
export function followConnections(server: Server): Connections {
  const sockets = new Set<Socket>();
  const running = new Set<ServerResponse>();
  let isDraining = false;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeAfter = (outgoing: ServerResponse): void => {
    if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
  };
  const end = (socket: Socket): void => void socket.end(() => socket.destroy());
  // Before all other listeners, so that answers from memory close their connections too.
  server.prependListener('request', (_incoming, outgoing: ServerResponse) => {
    if (isDraining) closeAfter(outgoing);
  });

  const endUnlessBusy = (socket: Socket): void => {
    if (![...running].some((outgoing) => outgoing.socket === socket)) end(socket);
  };

  return {
    track: (outgoing) => {
      if (running.has(outgoing)) return;
      const { socket } = outgoing;
      running.add(outgoing);
      outgoing.once('close', () => {
        running.delete(outgoing);
        if (isDraining && socket) end(socket);
      });
    },
    endStalled: (ms) => {
      // Node restarts the time of a socket for each part of an answer that the kernel takes.
      server.setTimeout(ms, (socket) => {
        const isWaiting = socket.writableLength === 0 && [...running].some((outgoing) => outgoing.socket === socket);
        if (isWaiting) socket.setTimeout(ms);
        else socket.destroy();
      });
    },
    drain: (withinMs) => {
      isDraining = true;
      return new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), withinMs);
        // Not `server.close`, which ends kept-alive connections at once, also those on which a request is just arriving.
        TcpServer.prototype.close.call(server, () => {
          clearTimeout(cut);
          resolve();
        });
        for (const outgoing of running) closeAfter(outgoing);
        const busy = new Set([...running].map(({ socket }) => socket));
        const idle = [...sockets].filter((socket) => !busy.has(socket));
        setTimeout(() => idle.forEach(endUnlessBusy), NEXT_REQUEST_MS);
      });
    },
  };
}

/**
 * Counts the bytes of answers that clients have not read, by address. Where an address, or all together, hold too many,
 * the oldest connections of the address that holds most are cut: nothing else frees the memory of a finished answer.
 * Call `follow` with each answer once it is written: its unsent bytes count until it is closed.
 */
export function limitUnsent(held: Held): { follow: (outgoing: ServerResponse, address: string) => void } {
  const unsent = new Map<string, Set<ServerResponse>>();
  const cutLargest = (): void => {
    const [oldest] = unsent.get(held.largest() ?? '') ?? [];
    oldest?.destroy();
  };
  return {
    follow: (outgoing, address) => {
      const bytes = outgoing.writableLength;
      if (bytes === 0 || outgoing.closed) return;
      const answers = unsent.get(address) ?? new Set();
      unsent.set(address, answers.add(outgoing));
      onceClosed(outgoing, () => {
        held.give(address, bytes);
        answers.delete(outgoing);
        if (answers.size === 0) unsent.delete(address);
      });
      if (!held.add(address, bytes)) cutLargest();
    },
  };
}

/** Calls `done` when the answer has left this process, or its connection has ended. */
export function onceClosed(outgoing: ServerResponse, done: () => void): void {
  if (outgoing.closed) done();
  else outgoing.once('close', done);
}
