/**
 * The limits of the realtime service besides those of callers (usage/limits.ts). A hosted project has limits of the same
 * kinds (docs/security.md).
 */

/** Attempts to connect of one address in five minutes, counted by all processes. */
export const CONNECTS = { points: 300, seconds: 300, isOptional: true };

/** Bytes of one broadcast of a client, and of one frame of another kind. */
export const MAX_FRAME_BYTES = 256 * 1024;
export const MAX_CONTROL_FRAME_BYTES = 64 * 1024;
/** Bytes of frames of one connection that are being handled or wait for it; beyond, the connection is not read. */
export const MAX_PENDING_BYTES = 1024 * 1024;
/** Bytes that wait for a client that reads slowly; beyond, its connection is cut. */
export const MAX_BUFFERED_BYTES = 1024 * 1024;
/** A client sends a heartbeat every 25 s. */
export const IDLE_MS = 60_000;
/** How long a connection may be without a channel. */
export const UNUSED_MS = 30_000;

export const CHANNELS_PER_SOCKET = 100;
/** A topic's length is one byte in binary frames. */
export const MAX_TOPIC_BYTES = 255;
/** Subscriptions to changes, of a channel and of all channels of a connection. */
export const CHANGES_PER_CHANNEL = 20;
export const CHANGES_PER_SOCKET = 100;
export const MAX_FILTER_LENGTH = 1000;
export const MAX_FILTER_CONDITIONS = 10;
export const MAX_FILTER_VALUES = 100;

/** Changes that wait to be read for subscribers; beyond, all subscribers of their tables must join again. */
export const MAX_WAITING_CHANGES = 10_000;
/** Rows, and filters of subscribers, that are read in one statement. */
export const ROWS_PER_READ = 25;
export const FILTERS_PER_READ = 1000;
/** Bytes of one record as JSON; of a longer one only short values are sent. */
export const MAX_RECORD_BYTES = 256 * 1024;
export const SHORT_VALUE_LENGTH = 64;
/** Bytes of messages to other processes that wait for the database. */
export const MAX_UNPUBLISHED_BYTES = 16 * 1024 * 1024;
/** Messages in one request to the REST endpoint, and requests of one address in a minute. */
export const MESSAGES_PER_REQUEST = 100;
export const BROADCAST_REQUESTS = { points: 600, seconds: 60, isOptional: true };
/** Presences of one topic, and their bytes: a change of all of them fits into the buffer of a connection. */
export const PRESENCES_PER_TOPIC = 1000;
export const PRESENCE_BYTES_PER_TOPIC = 384 * 1024;
/** Bytes of what a presence says of itself. */
export const MAX_META_BYTES = 8192;
/** How long messages of the database are kept, in days, as on hosted projects. */
export const MESSAGES_KEPT_DAYS = 3;
