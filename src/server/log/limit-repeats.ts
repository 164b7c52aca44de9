/** Lines of one message in a minute that differ in their fields. */
const LINES_PER_MESSAGE = 20;
const MESSAGES = 100;
const WINDOW_MS = 60_000;
/** The common counter of lines beyond MESSAGES different messages. */
const OTHERS = 'Further lines of the log were left out.';

export type RepeatLimit = {
  /**
   * Whether a line with this message may be written; `key` is what else distinguishes it. Lines that may not are
   * counted.
   */
  admit: (level: number, message: string, key: string) => boolean;
};

export type RepeatOptions = {
  /** Writes how often lines of a message were left out, after each minute in which it happened. */
  writeCount: (level: number, message: string, repeated: number) => void;
  /** Calls `work` after WINDOW_MS. */
  schedule?: (work: () => void, ms: number) => void;
};

type Seen = { level: number; keys: Set<string>; leftOut: number };

/**
 * Limits warnings and errors that repeat, so that an outage does not fill the disk: each line once a minute, and each
 * message with other fields LINES_PER_MESSAGE times.
 */
export function createRepeatLimit({ writeCount, schedule = later }: RepeatOptions): RepeatLimit {
  let seen = new Map<string, Seen>();
  let isScheduled = false;

  const endWindow = (): void => {
    const ended = seen;
    seen = new Map();
    isScheduled = false;
    for (const [message, { level, leftOut }] of ended) if (leftOut > 0) writeCount(level, message, leftOut);
  };
  const find = (level: number, message: string): Seen => {
    const known = seen.get(message) ?? { level, keys: new Set(), leftOut: 0 };
    seen.set(message, known);
    return known;
  };

  return {
    admit: (level, message, key) => {
      if (!isScheduled) schedule(endWindow, WINDOW_MS);
      isScheduled = true;
      if (seen.size >= MESSAGES && !seen.has(message)) {
        find(level, OTHERS).leftOut += 1;
        return false;
      }
      const known = find(level, message);
      const mayWrite = !known.keys.has(key) && known.keys.size < LINES_PER_MESSAGE;
      if (mayWrite) known.keys.add(key);
      else known.leftOut += 1;
      return mayWrite;
    },
  };
}

function later(work: () => void, ms: number): void {
  setTimeout(work, ms).unref();
}
