import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';
import { oneAtATime } from '../database/listen.ts';
import { MAX_UNPUBLISHED_BYTES } from './limits.ts';
import type { ProcessMessage } from './process-message.ts';

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
