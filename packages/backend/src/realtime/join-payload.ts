import { z } from 'zod';
import { CHANGES_PER_CHANNEL, MAX_FILTER_LENGTH } from './limits.ts';

const name = z.string().min(1).max(63);
const Changes = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: name.optional(),
  table: name.optional(),
  filter: z.string().max(MAX_FILTER_LENGTH).optional(),
  select: z.array(name).max(200).optional(),
});

const Join = z.object({
  access_token: z.string().nullish(),
  config: z
    .object({
      broadcast: z
        .object({
          ack: z.boolean().nullish(),
          self: z.boolean().nullish(),
          replay: z.object({ since: z.number().min(0).max(8.64e15), limit: z.int().min(1).nullish() }).nullish(),
          replication_ready: z.boolean().nullish(),
        })
        .nullish(),
      presence: z.object({ key: z.string().max(255).nullish(), enabled: z.boolean().nullish() }).nullish(),
      postgres_changes: z.array(Changes).max(CHANGES_PER_CHANNEL).nullish(),
      postgres_changes_options: z.object({ wait: z.boolean().nullish() }).nullish(),
      private: z.boolean().nullish(),
    })
    .nullish(),
});

/** A subscription to changes as a client names it. */
export type ChangesParams = z.infer<typeof Changes>;

const MAX_REPLAYED = 25;

/** Reads the payload of a join; null when it has another form (protocol.md 4.2). */
export function parseJoinPayload(payload: unknown) {
  const { data } = Join.safeParse(payload);
  if (!data) return null;
  const { broadcast, presence, postgres_changes: changes, private: isPrivate } = data.config ?? {};
  const replay = broadcast?.replay;
  return {
    token: data.access_token ?? null,
    isPrivate: isPrivate ?? false,
    broadcast: {
      ack: broadcast?.ack ?? false,
      self: broadcast?.self ?? false,
      replay: replay ? { since: replay.since, limit: Math.min(replay.limit ?? MAX_REPLAYED, MAX_REPLAYED) } : null,
      /** Whether the client wants to be told that it receives broadcasts of the database. */
      isReadyTold: broadcast?.replication_ready ?? false,
    },
    presence: { key: presence?.key ?? '', enabled: presence?.enabled ?? false },
    changes: changes ?? [],
    /** Whether the join is to fail when the changes cannot be followed. */
    isChangesRequired: data.config?.postgres_changes_options?.wait ?? false,
  };
}

export type JoinParams = NonNullable<ReturnType<typeof parseJoinPayload>>;
