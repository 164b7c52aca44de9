import type { ClaimedMail } from './transport.ts';
import { createClaims } from './claims.ts';
import { deliver, type DeliverDeps } from './deliver.ts';

export const CONVERSATION_LIMITS = {
  /** Conversations at a time, as long as the mail server answers promptly. */
  atOnce: 4,
  /** A conversation that lasts longer no longer counts among them: a slow recipient stops nobody else's mail. */
  slowAfterMs: 10_000,
  /** Conversations at a time in all, slow ones included. */
  open: 20,
};

/** The deliveries that are under way in this process. */
export type Conversations = {
  /** How many more may begin now. */
  free: () => number;
  begin: (mail: ClaimedMail) => void;
  /** Ends all of them now. */
  cut: () => void;
  /** Resolves when none of those begun so far is under way any more. */
  settled: () => Promise<unknown>;
  count: () => number;
};

/** `onFree` is called whenever another may begin. */
export function createConversations(
  parts: Omit<DeliverDeps, 'claims' | 'cut'> & { limits?: Partial<typeof CONVERSATION_LIMITS> },
  onFree: () => void,
): Conversations {
  const { atOnce, slowAfterMs, open } = { ...CONVERSATION_LIMITS, ...parts.limits };
  const claims = createClaims(parts);
  const cut = new AbortController();
  const running = new Set<Promise<void>>();
  let prompt = 0;

  /** Resolves to what gives its place back. */
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
      await deliver({ ...parts, claims, cut: cut.signal }, mail);
    } catch (error) {
      parts.log.error({ err: error, mail: mail.id }, 'How a delivery ended could not be written down.');
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
      running.add(conversation);
    },
    cut: () => cut.abort(),
    settled: () => Promise.all(running),
    count: () => running.size,
  };
}
