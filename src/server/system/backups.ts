import { setTimeout } from 'node:timers/promises';
import { asBackend } from '#backend/database/as-caller.ts';
import type { BackendDeps } from '#backend/deps.ts';
import type { BackendContext, Endpoint } from '#backend/http/env.ts';
import { type DestinationSettings, openDestination, placeOf } from '#operations/backup/destination.ts';
import { answerDownload, checkDownload, readDownloadToken, signDownload } from '#operations/backup/download.ts';
import { type BackupRecord, listBackupRecords } from '#operations/backup/records.ts';
import type { SystemBackup } from '#contract/system.ts';
import { withoutBackups } from '#operations/backup/make-backup.ts';
import { runBackup } from '../processes/run-backup.ts';
import { SystemError } from './errors.ts';

const MAX_LISTED = 20;
/** Relative to the root of the site. */
const DOWNLOAD = '/system/v1/backups/download';

/** A backup takes the time of the disk and a place in the store; the lock allows one at a time. */
const BACKUPS_PER_ACCOUNT = { points: 6, seconds: 60 * 60 };
const LOOK_EVERY_MS = 300;
/** An answer that takes longer may be ended by a proxy. */
const ANSWER_WITHIN_MS = 25_000;

/** What the endpoints of `/system/v1` use, and where backups go. */
export type SystemDeps = BackendDeps & { to: DestinationSettings };

/** GET /backups: the newest records of backups, but for those whose file the site has deleted. */
export async function answerBackupList({ database, to }: SystemDeps, c: BackendContext): Promise<Response> {
  const place = placeOf(to);
  const records = await asBackend(database, listBackupRecords);
  const rows = records
    .filter(({ removed_at }) => removed_at === null)
    .slice(0, MAX_LISTED)
    .map((record) => show(record, place));
  return c.json({ rows });
}

/** Without what only the schedule needs. */
function show(record: BackupRecord, downloadsFrom: string): SystemBackup {
  const { id, file, place, bytes, is_encrypted, started_at, finished_at, verified_at, error } = record;
  const is_downloadable = finished_at !== null && is_encrypted && place === downloadsFrom;
  return { id, file, place, bytes, is_encrypted, started_at, finished_at, verified_at, error, is_downloadable };
}

/**
 * POST /backups: begins a backup, by the command that operators use. Answers 202 when it is recorded as begun, and 409
 * with what the command says when it cannot begin; a later failure is in the list. Throws SystemError `backup_running`,
 * RequestError `too_many_requests`.
 */
export function answerBackupNow({ database, openRateLimit, log }: SystemDeps): Endpoint {
  const limit = openRateLimit('site/backup', BACKUPS_PER_ACCOUNT);
  let isRunning = false;
  const findKnown = async (account: string): Promise<ReadonlySet<string>> => {
    const isFree = await asBackend(database, (query) => withoutBackups(query, async () => true));
    if (!isFree) throw new SystemError('backup_running');
    await limit.take(account);
    return new Set((await asBackend(database, listBackupRecords)).map(({ id }) => id));
  };
  return async (c) => {
    if (isRunning) throw new SystemError('backup_running');
    // Before the first wait: a second request may come with this one.
    isRunning = true;
    let failure: string | null = null;
    let known: ReadonlySet<string>;
    try {
      known = await findKnown(String(c.var.caller.claims.sub));
      const ended = runBackup([], (lines) => {
        failure = lines;
        log.error({ from: 'backup' }, `The backup failed: ${lines}`);
      });
      void ended.then(() => (isRunning = false));
    } catch (error) {
      isRunning = false;
      throw error;
    }
    const until = Date.now() + ANSWER_WITHIN_MS;
    while (isRunning && Date.now() < until) {
      await setTimeout(LOOK_EVERY_MS);
      const records = await asBackend(database, listBackupRecords);
      if (records.some(({ id }) => !known.has(id))) break;
    }
    return failure === null ? c.json({}, 202) : c.json({ code: 'backup_failed', message: failure }, 409);
  };
}

/** POST /backups/:id/link: a link to the file that works for a minute, for a browser that saves it. */
export async function answerBackupLink(deps: SystemDeps, c: BackendContext): Promise<Response> {
  const { database, keys, now, to } = deps;
  const id = c.req.param('id') ?? '';
  const destination = await openDestination(to);
  const error = await asBackend(database, (query) => checkDownload(query, destination, id));
  if (error) return c.json({ code: error.code, message: error.message }, error.status);
  return c.json({ url: `${DOWNLOAD}?token=${await signDownload(keys, id, now())}` });
}

/** GET /backups/download?token=…: the file. The token is the right to it. Throws SystemError `link_expired`. */
export async function answerBackupDownload(deps: SystemDeps, c: BackendContext): Promise<Response> {
  const { database, keys, now, to } = deps;
  const id = await readDownloadToken(keys, c.req.query('token') ?? '', now());
  if (id === null) throw new SystemError('link_expired');
  const destination = await openDestination(to);
  return asBackend(database, (query) => answerDownload(query, destination, id));
}
