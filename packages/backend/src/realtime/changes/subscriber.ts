import type { Access } from '../access.ts';
import type { ChangesParams } from '../join-payload.ts';
import type { RowView } from './table-view.ts';

/** One entry of `postgres_changes` of a channel. */
export type Subscriber = {
  id: number;
  params: ChangesParams;
  view: RowView;
  channel: SubscribedChannel;
};

export type SubscribedChannel = {
  /** Who is subscribed now; null when the channel has ended. */
  currentAccess: () => Access | null;
  /** Sends `data` of a change to the subscriptions with these ids. */
  deliverChange: (ids: readonly number[], data: string) => void;
  /** Tells the client that changes may be missing, so that it joins again. */
  lose: () => void;
};
