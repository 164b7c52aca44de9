import { z } from 'zod';
import { Hono } from 'hono';
import type { Caller } from '../../database/as-caller.ts';
import { MAX_BODY_BYTES, readJson } from '../../http/body.ts';
import { addressKey } from '../../http/client-address.ts';
import type { BackendContext, BackendEnv } from '../../http/env.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import { takeForEach } from '../../usage/usage.ts';
import { accountOf, readRights } from '../access.ts';
import { RealtimeError, renderError } from '../errors.ts';
import { BROADCAST_REQUESTS, MAX_FRAME_BYTES, MAX_TOPIC_BYTES, MESSAGES_PER_REQUEST } from '../limits.ts';
import type { RealtimeService } from '../service.ts';
import { storeMessage } from './stored-messages.ts';
import type { Broadcast } from '../topics.ts';
import { allowAnyOrigin } from '../../http/cors.ts';
import { identifyCaller, requireApiKey } from '../../http/identify-caller.ts';
import { shareRequests } from '../../http/share-requests.ts';

const name = z
  .string()
  .min(1)
  .refine((text) => Buffer.byteLength(text) <= MAX_TOPIC_BYTES);
const Messages = z.object({
  messages: z
    .array(z.object({ topic: name, event: name, payload: z.unknown(), private: z.boolean().nullish() }))
    .min(1)
    .max(MESSAGES_PER_REQUEST),
});
const Event = z.object({ topic: name, event: name });

/** `POST /api/broadcast`: sends messages to their topics, all or none (protocol.md 4.4). */
async function postBroadcasts(service: RealtimeService, limit: RateLimit, c: BackendContext): Promise<Response> {
  await limit.take(addressKey(c.env.clientAddress));
  const { data } = Messages.safeParse(await readJson(c));
  if (!data) throw new RealtimeError('invalid_messages');
  const broadcasts = data.messages.map(({ topic, event, payload, private: isPrivate }) => ({
    topic,
    event,
    isPrivate: isPrivate ?? false,
    payload: JSON.stringify(payload ?? {}),
    meta: '',
  }));
  await requireAllowed(service, c, broadcasts);
  await Promise.all(broadcasts.map((broadcast) => service.broadcast(broadcast)));
  return c.body(null, 202);
}

/** `POST /api/broadcast/:topic/events/:event`: sends one message, of JSON or of bytes. */
async function postBroadcast(service: RealtimeService, limit: RateLimit, c: BackendContext): Promise<Response> {
  await limit.take(addressKey(c.env.clientAddress));
  const { data } = Event.safeParse(c.req.param());
  if (!data) throw new RealtimeError('invalid_messages');
  const payload = await readPayload(c);
  const broadcast: Broadcast = { ...data, isPrivate: c.req.query('private') === 'true', payload, meta: '' };
  if (isStored(c) && (!broadcast.isPrivate || typeof payload !== 'string')) throw new RealtimeError('not_stored');
  await requireAllowed(service, c, [broadcast]);
  if (isStored(c) && typeof payload === 'string') {
    const id = await storeMessage(service.deps.database, c.var.caller, { ...broadcast, payload });
    broadcast.meta = JSON.stringify({ id });
  }
  await service.broadcast(broadcast);
  return c.body(null, 202);
}

async function readPayload(c: BackendContext): Promise<string | Buffer> {
  if (c.req.header('content-type') !== 'application/octet-stream') return JSON.stringify(await readJson(c));
  if (Number(c.req.header('content-length') ?? Infinity) > MAX_BODY_BYTES) throw new RealtimeError('too_large');
  return Buffer.from(await c.req.arrayBuffer());
}

function isStored(c: BackendContext): boolean {
  return c.req.query('persist') === 'true' || c.req.query('persist[ttl]') !== undefined;
}

/** Throws RealtimeError unless the limits and rights of the caller allow all of these; they then count for it. */
async function requireAllowed(
  service: RealtimeService,
  c: BackendContext,
  broadcasts: readonly Broadcast[],
): Promise<void> {
  const sizes = broadcasts.map(({ payload }) => Buffer.byteLength(payload));
  if (sizes.some((bytes) => bytes > MAX_FRAME_BYTES)) throw new RealtimeError('too_large');
  const keys = [addressKey(c.env.clientAddress), accountOf(c.var.caller)].filter((key) => key !== null);
  const { frames, frameBytes } = service.deps.usage.rates;
  const bytes = sizes.reduce((sum, one) => sum + one, 0);
  if (!takeForEach(frames, keys, broadcasts.length) || !takeForEach(frameBytes, keys, bytes)) {
    throw new RealtimeError('too_many_messages');
  }
  await requireRights(service, c.var.caller, broadcasts);
  if (!broadcasts.every((broadcast) => service.mayDeliver(keys, broadcast))) {
    throw new RealtimeError('too_many_messages');
  }
}

/** Throws RealtimeError unless the caller has the right to send all of these. */
async function requireRights(
  service: RealtimeService,
  caller: Caller,
  broadcasts: readonly Broadcast[],
): Promise<void> {
  const { anonymous, publicChannels } = service.deps.settings.realtime;
  if (caller.role === 'anon' && !anonymous) throw new RealtimeError('signed_in_only');
  for (const topic of new Set(broadcasts.filter(({ isPrivate }) => isPrivate).map((one) => one.topic))) {
    const rights = await readRights(service.deps.database, caller, topic);
    if (!rights.broadcast.write) throw new RealtimeError('unauthorized', topic);
  }
  if (!publicChannels && broadcasts.some(({ isPrivate }) => !isPrivate)) {
    throw new RealtimeError('private_only');
  }
}

/** The HTTP endpoints of the service, with paths relative to `/realtime/v1`. Writes its own errors. */
export function mountRealtime(service: RealtimeService): Hono<BackendEnv> {
  const { keys, log, openRateLimit } = service.deps;
  const limit = openRateLimit('realtime/broadcasts', BROADCAST_REQUESTS);
  const app = new Hono<BackendEnv>();
  app.onError((error, c) =>
    renderError(c, error, (cause) => log.error({ err: cause, path: c.req.path }, 'realtime failed')),
  );
  app.use(allowAnyOrigin());
  app.all('/websocket', () => {
    throw new RealtimeError('upgrade_required');
  });
  app.use(requireApiKey(keys), identifyCaller(keys), shareRequests(service.deps, 'realtime'));
  app.post('/api/broadcast', (c) => postBroadcasts(service, limit, c));
  app.post('/api/broadcast/:topic/events/:event', (c) => postBroadcast(service, limit, c));
  app.all('*', () => {
    throw new RealtimeError('not_found');
  });
  return app;
}
