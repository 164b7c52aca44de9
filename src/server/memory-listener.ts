import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MemoryAnswer } from './memory-answer.ts';
import { writeAnswer } from './send-answer.ts';

/** Something that keeps complete answers by request target (path and query). */
export type AnswerSource = { find: (target: string) => MemoryAnswer | null };

/** Answers a request and returns true, or returns false for the app to answer it. */
export type MemoryListener = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/**
 * Answers GET and HEAD from memory, before a router or a Request object exists. These answers are the same for every
 * visitor: neither cookies nor Authorization are read. A target in absolute form is left to the app, which checks its
 * host. They are counted in `counter` and nothing else: no log, no id, no time.
 */
export function createMemoryListener(
  counter: { answers: number },
  ...sources: readonly AnswerSource[]
): MemoryListener {
  return (incoming, outgoing) => {
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return false;
    const { url = '' } = incoming;
    for (const source of sources) {
      const answer = source.find(url);
      if (answer) {
        counter.answers += 1;
        writeAnswer(incoming, outgoing, answer);
        return true;
      }
    }
    return false;
  };
}
