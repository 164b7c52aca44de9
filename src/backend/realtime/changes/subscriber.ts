import type { Access } from '../access.ts';
import type { ChangesParams } from '../join-payload.ts';
import type { RowView } from './table-view.ts';

/** One entry of `postgres_changes` of a channel. */
export type Subscriber = {
  id: number;
  params: ChangesParams;
  view: RowView;
  /** Who is subscribed now; null when the channel has ended. */
  access: () => Access | null;
  /** Sends `data` of a change. */
  deliver: (data: string) => void;
  /** Tells the client that changes may be missing, so that it joins again. */
  lose: () => void;
};
