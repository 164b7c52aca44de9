import { z } from 'zod';
import { takeForEach } from '../usage/usage.ts';
import type { Channel } from './channel.ts';
import type { ClientFrame } from './frames.ts';
import { MAX_META_BYTES, MAX_TOPIC_BYTES } from './limits.ts';
import type { RealtimeService } from './service.ts';
import { readMessagesSince, storeMessage } from './broadcast/stored-messages.ts';
import { type Broadcast, toFrame } from './topics.ts';
import { presenceBytes } from './presence/presences.ts';

const BroadcastPayload = z.object({
  event: z.string(),
  payload: z.unknown(),
  persist: z.union([z.boolean(), z.object({ ttl: z.number().optional() })]).optional(),
});
const PresencePayload = z.object({ event: z.string(), payload: z.record(z.string(), z.unknown()).nullish() });

/** A frame to a channel; it counts for the callers with these keys. */
export type Push = { channel: Channel; frame: ClientFrame; keys: readonly string[] };

/** Sends a broadcast of a client to its topic (protocol.md 4.4). Answers once it is on its way, if the client asks. */
export async function sendBroadcast(service: RealtimeService, { channel, frame, keys }: Push): Promise<void> {
  const { data } = BroadcastPayload.safeParse(frame.payload);
  if (!data || Buffer.byteLength(data.event) > MAX_TOPIC_BYTES) {
    return channel.reply(frame.ref, 'error', { reason: 'A broadcast has an event and a payload' });
  }
  if (!channel.rights.broadcast.write) return channel.reply(frame.ref, 'error', { reason: refusalOn(channel, 'send') });
  const { topic, isPrivate, params } = channel;
  const payload = Buffer.isBuffer(data.payload) ? data.payload : JSON.stringify(data.payload ?? {});
  const broadcast = { topic, isPrivate, event: data.event, payload, meta: '' };
  if (!service.mayDeliver(keys, broadcast)) return channel.reply(frame.ref, 'error', { reason: TOO_MANY });
  if (data.persist) {
    const error = await store(service, channel, broadcast);
    if (error !== null) return channel.reply(frame.ref, 'error', { reason: error, error });
  }
  const sent = service.broadcast(broadcast, params.broadcast.self ? undefined : channel);
  try {
    await sent;
    if (params.broadcast.ack) channel.reply(frame.ref, 'ok', {});
  } catch (error) {
    service.deps.log.warn({ err: error }, 'A broadcast did not reach the other processes');
    if (params.broadcast.ack) channel.reply(frame.ref, 'error', { reason: 'The broadcast was not sent to everybody' });
  }
}

/** Stores a broadcast for replay, and gives it its id; returns what is wrong, or null. */
async function store({ deps }: RealtimeService, channel: Channel, broadcast: Broadcast): Promise<string | null> {
  const { payload } = broadcast;
  if (!channel.isPrivate || typeof payload !== 'string') return 'Only JSON on private channels is stored';
  try {
    const id = await storeMessage(deps.database, channel.access.caller, { ...broadcast, payload });
    broadcast.meta = JSON.stringify({ id });
    return null;
  } catch (error) {
    deps.log.warn({ err: error }, 'A broadcast could not be stored');
    return 'The message could not be stored';
  }
}

/** Sends the stored messages that a join to a private channel asks for. */
export async function replay({ deps }: RealtimeService, channel: Channel): Promise<void> {
  const { topic, params, access } = channel;
  if (!channel.isPrivate || params.broadcast.replay === null) return;
  const range = { topic, ...params.broadcast.replay };
  for (const message of await readMessagesSince(deps.database, access.caller, range)) channel.receive(toFrame(message));
}

/** Tracks or untracks the presence of a client (protocol.md 4.5). */
export async function changePresence(
  { presences, deps }: RealtimeService,
  { channel, frame, keys }: Push,
): Promise<void> {
  const { data } = PresencePayload.safeParse(frame.payload);
  const refuse = (reason: string) => channel.reply(frame.ref, 'error', { reason });
  if (!data || (data.event !== 'track' && data.event !== 'untrack'))
    return refuse('A presence is tracked or untracked');
  if (!channel.rights.presence.write) return refuse(refusalOn(channel, 'be present'));
  const meta = JSON.stringify(data.payload ?? {});
  if (Buffer.byteLength(meta) > MAX_META_BYTES) return refuse('The presence is too large');
  const { presences: calls, deliveries, deliveredBytes } = deps.usage.rates;
  const watchers = presences.watchersOf(channel.topic, channel.isPrivate);
  // A presence is announced when it begins and when it ends.
  const bytes = 2 * watchers * presenceBytes(channel, meta);
  const isWithinLimits =
    takeForEach(calls, keys) && takeForEach(deliveries, keys, watchers) && takeForEach(deliveredBytes, keys, bytes);
  if (!isWithinLimits) return refuse('ClientPresenceRateLimitReached: Too many presence calls');
  try {
    if (data.event === 'untrack') await presences.untrack(channel);
    else if (!(await presences.track(channel, meta))) return refuse('Too many are present on this topic');
    channel.reply(frame.ref, 'ok', {});
  } catch (error) {
    deps.log.warn({ err: error }, 'A presence could not be changed');
    refuse('The database is not available');
  }
}

const TOO_MANY = 'ClientDeliveryRateLimitReached: Too many messages';

function refusalOn({ isPrivate, topic }: Channel, what: string): string {
  if (!isPrivate) return 'PrivateOnly: This project only allows private channels';
  return `Unauthorized: You do not have permissions to ${what} on this Channel topic: ${topic}`;
}
