import { useEffect, useState } from 'react';
import { browserClient } from '#site/gateway/client.ts';
import { endPresence, listOthersPresent, reportPresence } from '#site/gateway/post-presence.ts';

/** A row counts for a minute (migration 20261121000014). */
const HEARTBEAT_MS = 20_000;

/** Reports that the user has the form of the post open, while the page is visible. Returns who else has. */
export function usePresence(postId: string, userId: string): readonly string[] {
  const [others, setOthers] = useState<readonly string[]>([]);
  useEffect(() => {
    let isGone = false;
    const beat = async (): Promise<void> => {
      if (document.visibilityState === 'hidden') return;
      try {
        const client = await browserClient();
        await reportPresence(client, postId, userId);
        const found = await listOthersPresent(client, postId, userId);
        if (!isGone) setOthers((last) => (last.join() === found.join() ? last : found));
      } catch (error) {
        console.info('The presence of others is not known:', error);
      }
    };
    void beat();
    const timer = setInterval(() => void beat(), HEARTBEAT_MS);
    const onVisible = () => void beat();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isGone = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      void leave(postId, userId);
    };
  }, [postId, userId]);
  return others;
}

async function leave(postId: string, userId: string): Promise<void> {
  try {
    await endPresence(await browserClient(), postId, userId);
  } catch {
    // The row expires by itself.
  }
}
