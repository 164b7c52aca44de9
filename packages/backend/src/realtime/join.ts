import { sqlStateOf } from '../database/unavailable.ts';
import { ALL_RIGHTS, type Access, type ChannelRights, NO_RIGHTS, openAccess, readRights } from './access.ts';
import { Channel } from './channel.ts';
import { FilterError, type RowCondition, isPattern, parseFilter } from './changes/filter.ts';
import { ViewError } from './changes/table-view.ts';
import type { ClientFrame } from './frames.ts';
import type { ChangesParams, JoinParams } from './join-payload.ts';
import type { RealtimeService } from './service.ts';
import type { Socket } from './socket.ts';
import { TOPIC_PREFIX } from './topics.ts';
import { endsWithin } from '../database/ends-within.ts';

/** A join that is refused; the message is the reason that the client gets. */
export class JoinError extends Error {}

export type JoinDeps = { service: RealtimeService; socket: Socket; onLoss: (channel: Channel) => void };

/** Less than the ten seconds for which a client waits. */
const READY_WITHIN_MS = 5000;
const MISSING =
  'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters';

/**
 * Opens the channel of a join: verifies the token, reads the rights to a private channel, and follows the changes. What
 * is wrong with a subscription to changes is told on the channel, as hosted projects do, unless the client requires them.
 * Throws JoinError, AccessError and DatabaseUnavailable.
 */
export async function openChannel(
  { service, socket, onLoss }: JoinDeps,
  frame: ClientFrame,
  params: JoinParams,
  token: string,
): Promise<Channel> {
  // First, so that the end of the session meanwhile is noticed.
  await becomeReady(service);
  const gaps = service.gaps();
  const access = await openAccess(service.deps, token);
  const rights = await rightsOn(service, access, params, frame.topic.slice(TOPIC_PREFIX.length));
  if (service.gaps() !== gaps) throw new JoinError('The connection with the database was lost');
  const joinRef = frame.joinRef ?? frame.ref;
  return new Channel({ socket, wireTopic: frame.topic, joinRef, params, access, rights, onLoss });
}

/** The rights of a caller on a channel. Throws JoinError when a private one may not be read. */
export async function rightsOn(
  { deps }: RealtimeService,
  { caller }: Access,
  { isPrivate }: JoinParams,
  topic: string,
): Promise<ChannelRights> {
  if (!isPrivate) return deps.settings.realtime.publicChannels ? ALL_RIGHTS : NO_RIGHTS;
  const rights = await readRights(deps.database, caller, topic);
  if (rights.broadcast.read || rights.presence.read) return rights;
  throw new JoinError(`Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`);
}

/**
 * Follows the changes of a channel. Returns null when all are followed, or what is wrong. Throws the errors of a database
 * that is away or busy.
 */
export async function subscribeToChanges(service: RealtimeService, channel: Channel): Promise<string | null> {
  const wrong: string[] = [];
  for (const params of channel.params.changes) {
    if (channel.hasEnded) break;
    const error = await followOne(service, channel, params);
    if (error !== null) wrong.push(error);
  }
  return wrong[0] ?? null;
}

async function followOne(service: RealtimeService, channel: Channel, params: ChangesParams): Promise<string | null> {
  const { id, conditions, error } = readParams(service, channel, params);
  const subscriber = channel.addSubscriber(id, params, { conditions, select: params.select ?? null });
  if (error !== null) return error;
  try {
    const hasTable = await service.feed.subscribe(subscriber);
    if (hasTable && !channel.hasEnded) return null;
    service.feed.unsubscribe(subscriber);
    if (hasTable) return null;
    const { event, schema = '*', table = '*', filter = '' } = params;
    return `${MISSING}: [event: ${event}, schema: ${schema}, table: ${table}, filters: [${filter}]]`;
  } catch (cause) {
    service.feed.unsubscribe(subscriber);
    if (isMistake(cause)) return `Unable to subscribe to changes with given parameters: ${cause.message}`;
    throw cause;
  }
}

function readParams(service: RealtimeService, { access }: Channel, { filter }: ChangesParams) {
  const id = service.nextId();
  try {
    const conditions: RowCondition[] = filter === undefined ? [] : parseFilter(filter);
    const isRefused = access.caller.role === 'anon' && conditions.some(isPattern);
    return { id, conditions, error: isRefused ? 'Regular expressions in filters need a signed-in user' : null };
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    return { id, conditions: [], error: `Unable to subscribe to changes with given parameters: ${error.message}` };
  }
}

/** Whether the client's parameters are at fault: SQLSTATE classes of data, syntax and access. */
function isMistake(error: unknown): error is Error {
  if (error instanceof ViewError) return true;
  return /^(?:22|42)/.test(sqlStateOf(error) ?? '');
}

async function becomeReady({ notifications }: RealtimeService): Promise<void> {
  const isReady = await endsWithin(READY_WITHIN_MS, notifications.start());
  if (!isReady) throw new JoinError('The database is not available');
}
