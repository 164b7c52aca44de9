import { createContext, type Dispatch, use } from 'react';
import type { ItemTable } from '#contract/items.ts';
import type { LiveChange } from '#site/gateway/live.ts';
import type { LiveAction, LiveState } from './live-state.ts';
import type { SeenRows } from './seen-rows.ts';

/** Called with a change of presence, and with null where changes may have been missed. */
export type PresenceListener = (row: LiveChange['row'] | null) => void;

export type Live = LiveState & {
  userId: string;
  seen: Readonly<Record<ItemTable, SeenRows>>;
  dispatch: Dispatch<LiveAction>;
  /** Returns the function that ends it. */
  watchPresence: (listener: PresenceListener) => () => void;
};

export const CurrentLive = createContext<Live | null>(null);

/** The signed-in administrator. */
export function useUserId(): string {
  return useLive().userId;
}

/** What the dashboard knows of the changes of others. Throws outside a LiveProvider. */
export function useLive(): Live {
  const live = use(CurrentLive);
  if (!live) throw new Error('useLive must be used within a LiveProvider');
  return live;
}
