import { Hono } from 'hono';
import { allowAnyOrigin } from '../http/cors.ts';
import type { BackendEnv } from '../http/env.ts';
import { identifyCaller, requireApiKey } from '../http/identify-caller.ts';
import { shareRequests } from '../http/share-requests.ts';
import { postBroadcast, postBroadcasts } from './broadcast/api-broadcast.ts';
import { RealtimeError, renderError } from './errors.ts';
import { BROADCAST_REQUESTS } from './limits.ts';
import type { RealtimeService } from './service.ts';

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
