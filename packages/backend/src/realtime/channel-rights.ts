import { asBackend, type Caller } from '../database/as-caller.ts';
import type { DatabasePool, RunQuery } from '../database/connect.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';

type Right = { read: boolean; write: boolean };
/** What a caller may do on a channel. */
export type ChannelRights = { broadcast: Right; presence: Right };

export const ALL_RIGHTS: ChannelRights = {
  broadcast: { read: true, write: true },
  presence: { read: true, write: true },
};
export const NO_RIGHTS: ChannelRights = {
  broadcast: { read: false, write: false },
  presence: { read: false, write: false },
};

const EXTENSIONS = ['broadcast', 'presence'] as const;

/** Ends the transaction of a check, which is always rolled back. */
class Checked extends Error {
  readonly rights: ChannelRights;

  constructor(rights: ChannelRights) {
    super();
    this.rights = rights;
  }
}

/**
 * What the policies on `realtime.messages` allow the caller on a private channel, as hosted projects decide it: two rows
 * are inserted and read as the caller, two more are inserted as the caller, and all is rolled back. Throws
 * DatabaseUnavailable; any other error of a policy gives no right.
 */
export async function readRights(database: DatabasePool, caller: Caller, topic: string): Promise<ChannelRights> {
  try {
    return await asBackend(database, async (query) => {
      const { rows } = await query(
        `insert into realtime.messages (topic, extension, private) values ($1, 'broadcast', true), ($1, 'presence', true)
         returning id`,
        [topic],
      );
      await query(
        `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
           set_config('realtime.topic', $3, true)`,
        [caller.role, JSON.stringify(caller.claims), topic],
      );
      throw new Checked(
        await checkAs(
          query,
          topic,
          rows.map((row) => row['id']),
        ),
      );
    });
  } catch (error) {
    if (error instanceof Checked) return error.rights;
    if (error instanceof DatabaseUnavailable) throw error;
    return NO_RIGHTS;
  }
}

async function checkAs(query: RunQuery, topic: string, ids: unknown[]): Promise<ChannelRights> {
  const readable = await attempt(query, 'select extension from realtime.messages where id = any($1)', [ids]);
  const extensions = new Set(readable?.map((row) => row['extension']));
  const rightOn = async (extension: (typeof EXTENSIONS)[number]): Promise<Right> => {
    const insert = 'insert into realtime.messages (topic, extension, private) values ($1, $2, true)';
    return { read: extensions.has(extension), write: (await attempt(query, insert, [topic, extension])) !== null };
  };
  return { broadcast: await rightOn('broadcast'), presence: await rightOn('presence') };
}

/** The rows of a statement, or null when the caller may not run it. */
async function attempt(query: RunQuery, text: string, values: unknown[]): Promise<Record<string, unknown>[] | null> {
  await query('savepoint attempt');
  try {
    const { rows } = await query(text, values);
    return rows;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    await query('rollback to savepoint attempt');
    return null;
  }
}
