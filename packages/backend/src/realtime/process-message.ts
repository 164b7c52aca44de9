import { z } from 'zod';
import type { ChangeFeed } from './changes/change-feed.ts';
import { readLargeNotification, readMessage, toBroadcast } from './broadcast/stored-messages.ts';
import type { Presences } from './presence/presences.ts';
import type { RealtimeDeps } from './realtime-deps.ts';
import { type Broadcast, type Topics, topicKey } from './topics.ts';
import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';
import { oneAtATime } from '../usage/one-at-a-time.ts';
import { MAX_UNPUBLISHED_BYTES } from './limits.ts';

const ofTopic = { topic: z.string(), private: z.boolean() };
/** What the database and other processes tell this one (platform/realtime.sql). */
const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('publication') }),
  z.object({ kind: z.literal('sessions'), ids: z.array(z.string()) }),
  /** A broadcast of the database: its payload is JSON, or `binary` in base64. */
  z.object({
    kind: z.literal('message'),
    id: z.string(),
    ...ofTopic,
    event: z.string(),
    payload: z.string().nullable(),
    binary: z.string().nullish(),
  }),
  /** The same, to be read from realtime.messages. */
  z.object({ kind: z.literal('stored'), id: z.string(), ...ofTopic }),
  /** A broadcast of a client of the process `from`: its payload is JSON, or bytes in base64. */
  z.object({
    kind: z.literal('broadcast'),
    from: z.string(),
    ...ofTopic,
    event: z.string(),
    payload: z.string(),
    isBinary: z.boolean(),
    meta: z.string(),
    /** Makes equal broadcasts differ: PostgreSQL sends equal notifications of one transaction once. */
    number: z.number().optional(),
  }),
  z.object({ kind: z.literal('presence'), ...ofTopic }),
  /** A broadcast of a client that is longer than a notification, in realtime.large_notifications. */
  z.object({ kind: z.literal('large'), id: z.number(), ...ofTopic }),
  /** A statement has changed rows of a table. */
  z.object({
    kind: z.literal('change'),
    table: z.number(),
    type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
    at: z.string(),
    /** The primary keys of the rows, each column as text; null when there were too many. */
    keys: z.array(z.array(z.string())).nullable(),
    /** The key of the only row before the update, when it was another one. */
    old: z.array(z.string()).optional(),
  }),
]);

type ProcessMessage = z.infer<typeof Message>;
export type MessageOf<Kind extends ProcessMessage['kind']> = Extract<ProcessMessage, { kind: Kind }>;
export type Announcement = MessageOf<'change'>;
type OfTopic = Pick<MessageOf<'message'>, 'topic' | 'private'>;

/** Reads a message; null when it is none: anybody with a connection may notify. */
export function readProcessMessage(message: unknown): ProcessMessage | null {
  return Message.safeParse(message).data ?? null;
}

type MessageTargets = {
  deps: RealtimeDeps;
  processId: string;
  topics: Topics;
  presences: Presences;
  feed: ChangeFeed;
  onEndedSessions: (ids: readonly string[]) => void;
};

/** Creates the function that passes the messages of processes and of the database to their receivers. */
export function createMessageHandler(targets: MessageTargets): (message: ProcessMessage) => void {
  const { deps, processId, topics, presences, feed } = targets;
  const { database, log } = deps;
  /** By topic: the end of its deliveries, while one of them waits for a broadcast to be read. Later ones wait for it. */
  const last = new Map<string, Promise<void>>();
  const deliver = ({ topic, private: isPrivate }: OfTopic, read: () => Broadcast | Promise<Broadcast | null>): void => {
    if (topics.size(topic, isPrivate) === 0) return;
    const key = topicKey(topic, isPrivate);
    const before = last.get(key);
    const found = read();
    if (!before && !(found instanceof Promise)) return void topics.deliver(found);
    const known = Promise.resolve(found).catch((error: unknown) => {
      log.warn({ err: error }, 'A message of realtime was lost');
      return null;
    });
    const delivered = Promise.all([known, before]).then(async ([broadcast]) => {
      if (broadcast) await topics.deliver(broadcast);
      if (last.get(key) === delivered) last.delete(key);
    });
    last.set(key, delivered);
  };
  const readLarge = async ({ id }: MessageOf<'large'>): Promise<Broadcast | null> => {
    const message = readProcessMessage(await readLargeNotification(database, id));
    return message?.kind === 'broadcast' && message.from !== processId ? ofClient(message) : null;
  };
  return (message) => {
    if (message.kind === 'change') feed.announce(message);
    else if (message.kind === 'publication') feed.followPublication();
    else if (message.kind === 'sessions') targets.onEndedSessions(message.ids);
    else if (message.kind === 'presence') presences.refresh(message.topic, message.private);
    else if (message.kind === 'message') deliver(message, () => toBroadcast(message));
    else if (message.kind === 'stored') deliver(message, () => readMessage(database, message.id));
    else if (message.kind === 'large') deliver(message, () => readLarge(message));
    else if (message.from !== processId) deliver(message, () => ofClient(message));
  };
}

function ofClient({ topic, event, meta, isBinary, ...message }: MessageOf<'broadcast'>): Broadcast {
  const payload = isBinary ? Buffer.from(message.payload, 'base64') : message.payload;
  return { topic, event, meta, isPrivate: message.private, payload };
}

/** Tells all processes of the site something, through PostgreSQL. Resolves when it is committed. */
export type Publish = (message: ProcessMessage) => Promise<void>;

/**
 * Creates the publisher of a process. What is published during a transaction is sent together in the next. Rejects when
 * the database is away, or when too much is waiting.
 */
export function createPublisher(database: DatabasePool, processId: string): Publish {
  let waiting: string[] = [];
  let bytes = 0;
  const send = oneAtATime(async () => {
    const texts = waiting;
    [waiting, bytes] = [[], 0];
    await asBackend(database, async (query) => {
      // A lost broadcast is no loss of data: the commit need not wait for the disk.
      await query(`select set_config('synchronous_commit', 'off', true), realtime.publish($1, $2)`, [texts, processId]);
    });
  });
  return (message) => {
    const text = JSON.stringify(message);
    const size = Buffer.byteLength(text);
    if (bytes + size > MAX_UNPUBLISHED_BYTES) return Promise.reject(new Error('Too many messages are waiting'));
    waiting.push(text);
    bytes += size;
    return send();
  };
}
