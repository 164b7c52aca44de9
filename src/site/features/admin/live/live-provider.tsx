import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import { forEachItemTable } from '#contract/items.ts';
import { browserClient } from '#site/gateway/client.ts';
import { followChanges, type LiveListener } from '#site/gateway/live.ts';
import { initialLiveState, reduceLive } from './live-state.ts';
import { createReader } from './read-again.ts';
import { createSeenRows } from './seen-rows.ts';
import { CurrentLive, type Live, type PresenceListener } from './use-live.ts';

/**
 * Keeps the lists of the dashboard as they are on the server while others save. A change is only a reason to read the
 * list again, as the signed-in user: no row is taken from the realtime service.
 */
export function LiveProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const [state, dispatch] = useReducer(reduceLive, null, initialLiveState);
  const { seen, watchPresence } = useFollowedChanges();
  const live = useMemo<Live>(
    () => ({ userId, seen, dispatch, watchPresence, ...state }),
    [userId, seen, watchPresence, state],
  );
  return <CurrentLive value={live}>{children}</CurrentLive>;
}

function useFollowedChanges() {
  const queryClient = useQueryClient();
  const [seen] = useState<Live['seen']>(() => forEachItemTable(createSeenRows));
  const [listeners] = useState(() => new Set<PresenceListener>());
  useEffect(() => {
    const reader = createReader(queryClient);
    const listener: LiveListener = {
      onChange: ({ table, row }) => {
        if (table === 'post_presence') return listeners.forEach((tell) => tell(row));
        if (typeof row['id'] === 'string') seen[table].reported.add(row['id']);
        reader.request(table);
      },
      onLive: () => {
        for (const rows of Object.values(seen)) rows.hasGap = true;
        reader.requestAll();
        listeners.forEach((tell) => tell(null));
      },
    };
    let stop = () => {};
    let isGone = false;
    browserClient()
      .then((client) => {
        if (!isGone) stop = followChanges(client, listener);
      })
      .catch((error: unknown) => console.info('The changes of others are not followed:', error));
    return () => {
      isGone = true;
      stop();
      reader.cancel();
    };
  }, [queryClient, seen, listeners]);
  const watchPresence = useCallback<Live['watchPresence']>(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    [listeners],
  );
  return { seen, watchPresence };
}
