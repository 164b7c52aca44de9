import { Hono, type MiddlewareHandler } from 'hono';
import { type BackendEnv, type Endpoint, endpointsOf } from '#backend/http/env.ts';
import { identifyCaller, requireApiKey } from '#backend/http/identify-caller.ts';
import { shareRequests } from '#backend/http/share-requests.ts';
import type { SystemReport } from '#contract/system.ts';
import { diagnose } from '#operations/diagnosis/diagnose.ts';
import type { Subject } from '#operations/diagnosis/subject.ts';
import { asCaller } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import type { Config } from '../config.ts';
import type { Runtime } from '../start/runtime.ts';
import { answerBackupDownload, answerBackupLink, answerBackupList, answerBackupNow } from './backups.ts';
import { subjectOf } from './diagnosis-subject.ts';
import { SystemError, renderError } from './errors.ts';
import { answerMailList, answerMailRetry, answerMailTest, answerWaitingEnquiry } from './mail.ts';

/**
 * What the System tab of the dashboard asks, with paths relative to `/system/v1`: for administrators only, and for pages
 * of this site only, since no other origin is allowed to read the answers. Writes its own errors.
 */
export function mountSystem(config: Config, { deps, secrets }: Pick<Runtime, 'deps' | 'secrets'>): Hono<BackendEnv> {
  const { keys, log, now } = deps;
  const database = deps.database.poolFor('signedIn');
  const own = { ...deps, database, to: config.backup.to };
  const endpoint = endpointsOf(own);
  const app = new Hono<BackendEnv>();
  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  app.get('/backups/download', endpoint(answerBackupDownload));
  app.use(requireApiKey(keys), identifyCaller(keys), shareRequests(deps, 'system'), requireAdministrator(database));
  app.get(
    '/checks',
    answerChecks(() => subjectOf(config, { database, secrets, running: null, now })),
  );
  app.get('/mail', endpoint(answerMailList));
  app.get('/mail/:id', endpoint(answerWaitingEnquiry));
  app.post('/mail/test', answerMailTest(own));
  app.post('/mail/:id/retry', endpoint(answerMailRetry));
  app.get('/backups', endpoint(answerBackupList));
  app.post('/backups', answerBackupNow(own));
  app.post('/backups/:id/link', endpoint(answerBackupLink));
  app.all('*', () => {
    throw new SystemError('not_found');
  });
  app.onError((error, c) =>
    renderError(c, error, (cause) => log.error({ err: cause, path: c.req.path }, 'The system service failed')),
  );
  return app;
}

/** GET /checks: makes all checks now. Requests at the same time share one round of checks. */
function answerChecks(readSubject: () => Subject): Endpoint {
  let running: Promise<SystemReport> | null = null;
  return async (c) => {
    running ??= diagnose(readSubject()).finally(() => (running = null));
    return c.json(await running);
  };
}

/**
 * Allows callers for whom `is_admin()` is true: with a session that exists, and MFA where it is due. The service key is
 * nobody's account. Throws SystemError `not_admin`.
 */
function requireAdministrator(database: DatabasePool): MiddlewareHandler<BackendEnv> {
  return async (c, next) => {
    const { caller } = c.var;
    if (caller.role !== 'authenticated') throw new SystemError('not_admin');
    const { rows } = await asCaller(database, caller, { readOnly: true }, (query) =>
      query('select public.is_admin() as is_admin'),
    );
    if (rows[0]?.['is_admin'] !== true) throw new SystemError('not_admin');
    await next();
  };
}
