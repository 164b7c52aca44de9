import type { ServerResponse } from 'node:http';
import type { Held } from '#backend/usage/usage.ts';

/**
 * Counts the bytes of answers that clients have not read, by address. Where an address, or all together, hold too many,
 * the oldest connections of the address that holds most are cut: nothing else frees the memory of an answer that is made.
 * Call `follow` with each answer that is made, as far as it has been.
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
