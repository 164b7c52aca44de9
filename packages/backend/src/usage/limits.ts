/**
 * What one caller may use of a process. A request beyond is answered 429; what happens to a WebSocket is said beside the
 * number. `perKey` is for an address or an account, `total` for all of them in this process.
 */

/** What callers hold for a while. */
export const HELD_LIMITS = {
  /** WebSockets of an address: a further one is refused (429). */
  sockets: { perKey: 100, total: 10_000 },
  /** Bytes of frames that wait to be handled, of an address: beyond, its WebSockets are not read. */
  frameBytes: { perKey: 8 * 1024 * 1024, total: 64 * 1024 * 1024 },
  /** Bytes of frames that an address has begun to send: beyond, the WebSocket is cut. */
  unfinishedBytes: { perKey: 8 * 1024 * 1024, total: 64 * 1024 * 1024 },
  /** Bytes of answers and frames that were made for an address and that it has not read: beyond, WebSockets are cut. */
  unsentBytes: { perKey: 32 * 1024 * 1024, total: 48 * 1024 * 1024 },
  /** Subscriptions to changes, of the anonymous callers of an address, and of an account: further joins are refused. */
  anonymousSubscriptions: { perKey: 200, total: 2_000 },
  accountSubscriptions: { perKey: 1_000, total: 20_000 },
} as const;

/** Rates of callers: the average in a second, and the burst after a pause. */
export const RATE_LIMITS = {
  /** Frames of an address or an account: beyond, the WebSocket is closed (1008), a broadcast by HTTP is refused (429). */
  frames: { perSecond: 200, atOnce: 1_000 },
  /** Bytes of these frames: the same happens. */
  frameBytes: { perSecond: 512 * 1024, atOnce: 2 * 1024 * 1024 },
  /** Frames that are sent to others because of an address or an account: beyond, its frame gets an error. */
  deliveries: { perSecond: 5_000, atOnce: 10_000 },
  /** Bytes of these: the same happens. */
  deliveredBytes: { perSecond: 8 * 1024 * 1024, atOnce: 32 * 1024 * 1024 },
  /** Calls of `track` and `untrack` of an address or an account: further ones get an error. */
  presences: { perSecond: 20, atOnce: 200 },
} as const;

/** Requests of one caller to each service: that run or whose answer has not left yet, and that wait. */
const REQUESTS_OF_CALLER = { placesPerKey: 8, waitingPerKey: 200 } as const;
/** Answers of storage are streams, which a slow reader holds for minutes at the cost of a few kilobytes. */
const FILES_OF_CALLER = { placesPerKey: 32, waitingPerKey: 200 } as const;

export const REQUEST_LIMITS = {
  site: REQUESTS_OF_CALLER,
  auth: REQUESTS_OF_CALLER,
  rest: REQUESTS_OF_CALLER,
  storage: FILES_OF_CALLER,
  realtime: REQUESTS_OF_CALLER,
  mail: REQUESTS_OF_CALLER,
  system: REQUESTS_OF_CALLER,
} as const;
/** How long a request waits for its turn. */
export const REQUEST_WAIT_MS = 30_000;
/** The same for all accounts of one address together. */
export const ADDRESS_LIMITS = { placesPerKey: 32, waitingPerKey: 800 } as const;

/** Joins, tokens and presences of one caller, and of all, that are handled at a time; others wait for their caller's turn. */
export const FRAME_PLACES = { perKey: 2, total: 20 } as const;
/** Broadcasts of more than 64 kB that are handled at a time, of all callers in turn. */
export const LARGE_FRAMES_AT_ONCE = 2;
