import type { IncomingMessage, Server, ServerResponse } from 'node:http';

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

type Options = {
  answer: Listener;
  /** Called with each answer that is not written at once. */
  onWaiting: (outgoing: ServerResponse) => void;
  /** The clock, in milliseconds. */
  now?: () => number;
};

/** With fewer open connections than this a turn of the event loop is short, and requests are answered at once. */
const FEW_CONNECTIONS = 64;
const REQUESTS_PER_TURN = 64;
/** How long requests wait at most while connections keep coming. */
const ACCEPT_FOR_MS = 50;

/**
 * Wraps the request listener of a server with many connections, so that each turn of the event loop is short. Without it
 * a turn answers one request of every busy connection; libuv accepts one new connection in each turn
 * (https://github.com/libuv/libuv/pull/3696), and a request that waits for the database needs several turns, so with
 * thousands of busy connections both take many seconds. Here new connections come first, then a limited number of
 * requests, in their order.
 */
export function answerInTurns(server: Server, { answer, onWaiting, now = () => performance.now() }: Options): Listener {
  let waiting: [IncomingMessage, ServerResponse][] = [];
  let open = 0;
  let accepted = 0;
  let answeredAt = 0;

  const takeTurn = (): void => {
    const isAccepting = accepted > 0 && now() - answeredAt < ACCEPT_FOR_MS;
    accepted = 0;
    if (!isAccepting) {
      const due = waiting.slice(0, REQUESTS_PER_TURN);
      waiting = waiting.slice(REQUESTS_PER_TURN);
      for (const [incoming, outgoing] of due) answer(incoming, outgoing);
      answeredAt = now();
    }
    if (waiting.length > 0) setImmediate(takeTurn);
  };
  server.on('connection', (socket) => {
    open += 1;
    accepted += 1;
    socket.once('close', () => (open -= 1));
  });
  return (incoming, outgoing) => {
    if (open < FEW_CONNECTIONS && waiting.length === 0) {
      answer(incoming, outgoing);
      return;
    }
    waiting.push([incoming, outgoing]);
    onWaiting(outgoing);
    if (waiting.length > 1) return;
    setImmediate(takeTurn);
    answeredAt = now();
  };
}
