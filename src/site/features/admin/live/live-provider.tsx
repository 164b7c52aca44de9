import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type Dispatch, type ReactNode, use, useEffect, useMemo, useReducer, useState } from 'react';
import { forEachItemTable, ITEM_TABLES, type ItemTable, kindOfTable } from '#contract/items.ts';
import { browserClient } from '#site/gateway/client.ts';
import { followChanges, type LiveChange, type LiveListener } from '#site/gateway/live.ts';
import { QUERY_KEYS, type QueryKey } from '#site/query-client.ts';
import { runInTurn } from '../form-session/throttle-trailing.ts';
import { staleAfter } from '../queries.ts';
import {
  createSeenRows,
  initialLiveState,
  type LiveAction,
  type LiveState,
  reduceLive,
  type SeenRows,
} from './live-state.ts';

/**
 * Keeps the lists of the dashboard as they are on the server while others save. A change is only a reason to read the
 * list again, as the signed-in user: no row is taken from the realtime service.
 */
export function LiveProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const [state, dispatch] = useReducer(reduceLive, null, initialLiveState);
  const { seen, presenceListeners } = useFollowedChanges();
  const live = useMemo<Live>(
    () => ({ userId, seen, dispatch, presenceListeners, ...state }),
    [userId, seen, presenceListeners, state],
  );
  return <CurrentLive value={live}>{children}</CurrentLive>;
}

function useFollowedChanges(): Pick<Live, 'seen' | 'presenceListeners'> {
  const queryClient = useQueryClient();
  const [seen] = useState<Live['seen']>(() => forEachItemTable(createSeenRows));
  const [presenceListeners] = useState(() => new Set<PresenceListener>());
  useEffect(() => {
    const reader = createReader(queryClient);
    const listener: LiveListener = {
      onChange: ({ table, row }) => {
        if (table === 'post_presence') return presenceListeners.forEach((tell) => tell(row));
        if (table === 'post_reviews' || table === 'post_comments') return reader.requestReviews();
        if (typeof row['id'] === 'string') seen[table].reported.add(row['id']);
        reader.request(table);
      },
      onLive: () => {
        for (const rows of Object.values(seen)) rows.hasGap = true;
        reader.requestAll();
        presenceListeners.forEach((tell) => tell(null));
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
  }, [queryClient, seen, presenceListeners]);
  return { seen, presenceListeners };
}

/** Called with a change of presence, and with null where changes may have been missed. */
export type PresenceListener = (row: LiveChange['row'] | null) => void;

type Live = LiveState & {
  userId: string;
  seen: Readonly<Record<ItemTable, SeenRows>>;
  dispatch: Dispatch<LiveAction>;
  presenceListeners: Set<PresenceListener>;
};

const CurrentLive = createContext<Live | null>(null);

/** The signed-in administrator or writer. */
export function useUserId(): string {
  return useLive().userId;
}

/** What the dashboard knows of the changes of others. Throws outside a LiveProvider. */
export function useLive(): Live {
  const live = use(CurrentLive);
  if (!live) throw new Error('useLive must be used within a LiveProvider');
  return live;
}

/** Changes of one transaction, such as those of selected posts, are one read. */
const WAIT_MS = 100;

/** Reads the lists of a table again, soon after a request and one read at a time. */
function createReader(queryClient: QueryClient) {
  const readers = forEachItemTable((table) =>
    runInTurn(() => readAgain(queryClient, staleAfter(kindOfTable(table))), WAIT_MS),
  );
  // The posts are stale after a change of a category too; here they are read once.
  const stale = ITEM_TABLES.flatMap((table) => staleAfter(kindOfTable(table)));
  const once = [...new Map(stale.map((key) => [key.join(), key])).values()];
  const all = runInTurn(() => readAgain(queryClient, [...once, QUERY_KEYS.adminReviews]), WAIT_MS);
  const reviews = runInTurn(() => readAgain(queryClient, [QUERY_KEYS.adminReviews, QUERY_KEYS.adminPosts]), WAIT_MS);
  return {
    request: (table: ItemTable) => readers[table].request(),
    requestReviews: () => reviews.request(),
    requestAll: () => all.request(),
    cancel: () => [all, reviews, ...Object.values(readers)].forEach((reader) => reader.cancel()),
  };
}

/**
 * A first read that is under way may be older than the change: it is waited for, not started again. A list that could
 * not be read stays as it is, with its own button.
 */
async function readAgain(queryClient: QueryClient, stale: readonly QueryKey[]): Promise<void> {
  const cache = queryClient.getQueryCache();
  const active = stale.flatMap((queryKey) => cache.findAll({ queryKey, type: 'active' }));
  const first = active.flatMap(({ state, promise }) => (state.status === 'pending' && promise ? [promise] : []));
  await Promise.allSettled(first);
  await Promise.all(
    stale.map((queryKey) =>
      queryClient.invalidateQueries({ queryKey, predicate: ({ state }) => state.data !== undefined }),
    ),
  );
}

/** Announces the saves of others to screen readers. The region is always there, so that its changes are announced. */
export function LiveNews() {
  const { news } = useLive();
  return (
    <div role="status" className="sr-only">
      <p key={news.count}>{news.text}</p>
    </div>
  );
}
