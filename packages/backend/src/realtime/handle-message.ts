import type { ChangeFeed } from './changes/change-feed.ts';
import { readLargeNotification, readMessage, toBroadcast } from './broadcast/stored-messages.ts';
import type { Presences } from './presence/presences.ts';
import { type MessageOf, type ProcessMessage, readProcessMessage } from './process-message.ts';
import type { RealtimeDeps } from './realtime-deps.ts';
import type { Member, Topics } from './topics.ts';

export type MessageTargets<T extends Member> = {
  deps: RealtimeDeps;
  processId: string;
  topics: Topics<T>;
  presences: Presences;
  feed: ChangeFeed;
  onEndedSessions: (ids: readonly string[]) => void;
};

/** Creates the function that gives the messages of processes and of the database to whom they concern. */
export function createMessageHandler<T extends Member>(targets: MessageTargets<T>): (message: ProcessMessage) => void {
  const { deps, processId, topics, presences, feed } = targets;
  const readLater = (reading: Promise<void>): void => {
    reading.catch((error: unknown) => deps.log.warn({ err: error }, 'A message of realtime was lost'));
  };
  const readStored = async ({ id }: MessageOf<'stored'>): Promise<void> => {
    const broadcast = await readMessage(deps.database, id);
    if (broadcast) await topics.deliver(broadcast);
  };
  const readLarge = async ({ id }: MessageOf<'large'>): Promise<void> => {
    const message = readProcessMessage(await readLargeNotification(deps.database, id));
    if (message && message.kind !== 'large') handle(message);
  };
  const handle = (message: ProcessMessage): void => {
    if (message.kind === 'publication') feed.followPublication();
    else if (message.kind === 'sessions') targets.onEndedSessions(message.ids);
    else if (message.kind === 'presence') presences.refresh(message.topic, message.private);
    else if (message.kind === 'message') void topics.deliver(toBroadcast(message));
    else if (message.kind === 'stored') {
      if (topics.size(message.topic, message.private) > 0) readLater(readStored(message));
    } else if (message.kind === 'large') readLater(readLarge(message));
    else if (message.from !== processId) deliverFromClient(message, topics);
  };
  return handle;
}

function deliverFromClient<T extends Member>(message: MessageOf<'broadcast'>, topics: Topics<T>): void {
  const { topic, event, meta, isBinary, private: isPrivate } = message;
  const payload = isBinary ? Buffer.from(message.payload, 'base64') : message.payload;
  void topics.deliver({ topic, event, meta, isPrivate, payload });
}
