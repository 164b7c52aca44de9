/** The limits of the realtime service. A hosted project has limits of the same kinds (docs/security.md). */

/** Connections of one address to this process, and of all. */
export const SOCKETS_PER_ADDRESS = 100;
export const SOCKETS = 10_000;
/** Attempts to connect of one address in five minutes, counted by all processes. */
export const CONNECTS = { points: 300, seconds: 300, isOptional: true };

/** Bytes of one frame of a client. */
export const MAX_FRAME_BYTES = 256 * 1024;
/** Bytes that wait for a client that reads slowly; beyond, its connection is cut. */
export const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Frames of one connection that are being handled or wait for it. */
export const MAX_PENDING_FRAMES = 200;
/** Frames of one connection: on average per second, and at once. */
export const FRAMES_PER_SECOND = 100;
export const FRAMES_AT_ONCE = 500;
/** A client sends a heartbeat every 25 s. */
export const IDLE_MS = 60_000;

export const CHANNELS_PER_SOCKET = 100;
/** A topic's length is one byte in binary frames. */
export const MAX_TOPIC_BYTES = 255;
/** Subscriptions to changes, of a channel and of all channels of a connection. */
export const CHANGES_PER_CHANNEL = 20;
export const CHANGES_PER_SOCKET = 100;
export const MAX_FILTER_LENGTH = 1000;
export const MAX_FILTER_CONDITIONS = 10;
export const MAX_FILTER_VALUES = 100;

/** Changes that wait to be read for subscribers; beyond, all subscribers of their tables are told to read anew. */
export const MAX_WAITING_CHANGES = 10_000;
/** Rows that are read for subscribers at a time. */
export const ROWS_PER_READ = 100;
/** Bytes of one record as JSON; of a longer one only short values are sent. */
export const MAX_RECORD_BYTES = 256 * 1024;
export const SHORT_VALUE_LENGTH = 64;
/** Characters of messages to other processes that wait for the database. */
export const MAX_UNPUBLISHED_BYTES = 16 * 1024 * 1024;
/** Messages in one request to the REST endpoint, and requests of one address in a minute. */
export const MESSAGES_PER_REQUEST = 100;
export const BROADCAST_REQUESTS = { points: 600, seconds: 60, isOptional: true };
/** Presences of one topic that are shown, and characters of what one says of itself. */
export const PRESENCES_PER_TOPIC = 1000;
export const MAX_META_LENGTH = 8192;
/** Calls of `track` and `untrack` of one connection: on average per second, and at once. */
export const PRESENCES_PER_SECOND = 5;
export const PRESENCES_AT_ONCE = 50;
/** How long messages of the database are kept, in days, as on hosted projects. */
export const MESSAGES_KEPT_DAYS = 3;
