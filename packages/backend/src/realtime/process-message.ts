import { z } from 'zod';

const topic = z.string();
const isPrivate = z.boolean();
/** What the database and other processes tell this one, besides changes of rows (platform/realtime.sql). */
const Message = z.discriminatedUnion('kind', [
  /** The publication has changed. */
  z.object({ kind: z.literal('publication') }),
  /** Sessions have ended. */
  z.object({ kind: z.literal('sessions'), ids: z.array(z.string()) }),
  /** A broadcast of the database: its payload is JSON, or `binary` in base64. */
  z.object({
    kind: z.literal('message'),
    id: z.string(),
    topic,
    private: isPrivate,
    event: z.string(),
    payload: z.string().nullable(),
    binary: z.string().nullish(),
  }),
  /** The same, to be read from realtime.messages. */
  z.object({ kind: z.literal('stored'), id: z.string(), topic, private: isPrivate }),
  /** A broadcast of a client of the process `from`: its payload is JSON, or bytes in base64. */
  z.object({
    kind: z.literal('broadcast'),
    from: z.string(),
    topic,
    private: isPrivate,
    event: z.string(),
    payload: z.string(),
    isBinary: z.boolean(),
    meta: z.string(),
  }),
  /** The presences of a topic have changed. */
  z.object({ kind: z.literal('presence'), topic, private: isPrivate }),
  /** A message that is longer than a notification, in realtime.large_notifications. */
  z.object({ kind: z.literal('large'), id: z.number() }),
]);

export type ProcessMessage = z.infer<typeof Message>;
export type MessageOf<Kind extends ProcessMessage['kind']> = Extract<ProcessMessage, { kind: Kind }>;

/** Reads a message; null when it is none: anybody with a connection may notify. */
export function readProcessMessage(message: unknown): ProcessMessage | null {
  return Message.safeParse(message).data ?? null;
}
