import type { ClaimedMail } from './transport.ts';
import { createClaims } from './claims.ts';
import { deliver, type DeliverDeps } from './deliver.ts';

export const CONVERSATION_LIMITS = {
  /** Conversations at a time, while the mail server responds promptly. */
  atOnce: 4,
  /**
   * After this time a conversation no longer counts towards `atOnce`, so that slow recipients do not delay other mail.
   */
  slowAfterMs: 10_000,
  /** Conversations at a time in total, including slow ones. */
  open: 20,
};

/** The running deliveries of this process. */
export type Conversations = {
  /** How many more may start now. */
  free: () => number;
  begin: (mail: ClaimedMail) => void;
  /** The ids of their messages. */
  held: () => string[];
  /** Aborts all of them. */
  cut: () => void;
  /** Resolves when all deliveries that were running at the call have ended. */
  settled: () => Promise<unknown>;
  count: () => number;
};

/** `onFree` is called whenever another delivery may start. */
export function createConversations(
  deps: Omit<DeliverDeps, 'claims' | 'cut'> & { limits?: Partial<typeof CONVERSATION_LIMITS> },
  onFree: () => void,
): Conversations {
  const { atOnce, slowAfterMs, open } = { ...CONVERSATION_LIMITS, ...deps.limits };
  const claims = createClaims(deps);
  const cut = new AbortController();
  const running = new Map<Promise<void>, string>();
  let prompt = 0;

  /** Resolves to a function that frees its place. */
  const carry = async (mail: ClaimedMail): Promise<() => void> => {
    let isPrompt = true;
    prompt += 1;
    const leavePrompt = (): void => {
      if (isPrompt) prompt -= 1;
      isPrompt = false;
      onFree();
    };
    const timer = setTimeout(leavePrompt, slowAfterMs);
    try {
      await deliver({ ...deps, claims, cut: cut.signal }, mail);
    } catch (error) {
      deps.log.error({ err: error, mail: mail.id }, 'How a delivery ended could not be written down.');
    }
    clearTimeout(timer);
    return leavePrompt;
  };

  return {
    free: () => Math.max(Math.min(atOnce - prompt, open - running.size), 0),
    begin: (mail) => {
      const conversation = carry(mail).then((leave) => {
        running.delete(conversation);
        leave();
      });
      running.set(conversation, mail.id);
    },
    held: () => [...running.values()],
    cut: () => cut.abort(),
    settled: () => Promise.all(running.keys()),
    count: () => running.size,
  };
}
