import { useEffect, useState } from 'react';
import { saving } from '#site/content/saving.ts';
import { browserClient } from '#site/gateway/client.ts';
import { endPresence, listOthersPresent, type PresentPerson, reportPresence } from '#site/gateway/live.ts';
import { Notice } from '#site/ui/notice.tsx';
import { runInTurn } from '../form-session/throttle-trailing.ts';
import { type PresenceListener, useLive } from '../live/live-provider.tsx';
import { nameOrAddress, useNames } from '../names.ts';

/** Says who else has this post open. The status region is always there, so that its changes are announced. */
export function PresenceNotice({ postId }: { postId: string }) {
  const names = useNames();
  const others = usePresence(postId).flatMap((person) => nameOrAddress(names, person) ?? []);
  return (
    <div role="status" className="presence-notice">
      {others.length > 0 && <Notice text={saving.presence(others)} />}
    </div>
  );
}

/** A row counts for a minute (migration 20261121000014). */
const HEARTBEAT_MS = 20_000;

/**
 * Reports that the user has the form of the post open, while the page is visible. Returns who else has: read again with
 * each report, and at once where the realtime service says that somebody came or left.
 */
function usePresence(postId: string): readonly PresentPerson[] {
  const { userId, presenceListeners } = useLive();
  const [others, setOthers] = useState<readonly PresentPerson[]>([]);
  useEffect(() => {
    let isGone = false;
    let isDue = true;
    const read = async (): Promise<void> => {
      try {
        const client = await browserClient();
        if (isDue) await reportPresence(client, postId, userId);
        isDue = false;
        // The report may have been written after the row was deleted.
        if (isGone) return void leave(postId, userId);
        const found = await listOthersPresent(client, postId, userId);
        if (!isGone) setOthers((last) => (idsOf(last) === idsOf(found) ? last : found));
      } catch (error) {
        console.info('The presence of others is not known:', error);
      }
    };
    // One at a time: while the session has ended, they wait.
    const reader = runInTurn(read, 0);
    const request = () => {
      if (document.visibilityState === 'visible') reader.request();
    };
    const beat = () => {
      isDue = true;
      request();
    };
    beat();
    const timer = setInterval(beat, HEARTBEAT_MS);
    document.addEventListener('visibilitychange', beat);
    const listener: PresenceListener = (row) => {
      if (row === null || (row['post_id'] === postId && row['user_id'] !== userId)) request();
    };
    presenceListeners.add(listener);
    return () => {
      isGone = true;
      reader.cancel();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', beat);
      presenceListeners.delete(listener);
      void leave(postId, userId);
    };
  }, [postId, userId, presenceListeners]);
  return others;
}

const idsOf = (people: readonly PresentPerson[]) => people.map(({ userId }) => userId).join();

async function leave(postId: string, userId: string): Promise<void> {
  try {
    await endPresence(await browserClient(), postId, userId);
  } catch {
    // The row expires by itself.
  }
}
