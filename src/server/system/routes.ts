import { Hono } from 'hono';
import type { BackendEnv } from '#backend/http/env.ts';
import { identifyCaller, requireApiKey } from '#backend/http/identify-caller.ts';
import { shareRequests } from '#backend/http/share-requests.ts';
import type { Config } from '../config.ts';
import type { Runtime } from '../runtime.ts';
import { answerBackupDownload, answerBackupLink, answerBackupList } from './backups.ts';
import { answerChecks } from './checks.ts';
import { subjectOf } from './diagnosis-subject.ts';
import { SystemError, renderError } from './errors.ts';
import { answerMailList, answerMailRetry, answerMailTest, answerWaitingEnquiry } from './mail.ts';
import { requireAdministrator } from './require-administrator.ts';

/**
 * What the System tab of the dashboard asks, with paths relative to `/system/v1`: for administrators only, and for pages
 * of this site only, since no other origin is allowed to read the answers. Writes its own errors.
 */
export function mountSystem(config: Config, { deps, secrets }: Pick<Runtime, 'deps' | 'secrets'>): Hono<BackendEnv> {
  const { keys, log, now } = deps;
  const database = deps.database.poolFor('signedIn');
  const mail = { ...deps, database };
  const backups = { database, keys, now, to: config.backup.to };
  const app = new Hono<BackendEnv>();
  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  app.get('/backups/download', answerBackupDownload(backups));
  app.use(requireApiKey(keys), identifyCaller(keys), shareRequests(deps, 'system'), requireAdministrator(database));
  app.get('/checks', answerChecks(subjectOf(config, { database, secrets, running: null, now })));
  app.get('/mail', answerMailList(mail));
  app.get('/mail/:id', answerWaitingEnquiry(mail));
  app.post('/mail/test', answerMailTest(mail));
  app.post('/mail/:id/retry', answerMailRetry(mail));
  app.get('/backups', answerBackupList(backups));
  app.post('/backups/:id/link', answerBackupLink(backups));
  app.all('*', () => {
    throw new SystemError('not_found');
  });
  app.onError((error, c) =>
    renderError(c, error, (cause) => log.error({ err: cause, path: c.req.path }, 'The system service failed')),
  );
  return app;
}
