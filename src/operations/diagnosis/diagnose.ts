import { join } from 'node:path';
import type { Finding, SystemReport } from '#contract/system.ts';
import { placeOf } from '#operations/backup/destination.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { listMigrationVersions } from '#backend/database/migration-history.ts';
import { type Verdict, bad, good, skipped, warning, within } from './finding.ts';
import type { BackendSubject, Subject } from './subject.ts';
import { checkAddress } from './check-address.ts';
import {
  checkAdministrators,
  checkHostedProject,
  checkMailServer,
  checkProxy,
  checkSampleContent,
  checkSamples,
  checkSettings,
  checkSite,
  checkWords,
} from './site-checks.ts';
import { checkBackupPlace, checkBackups } from './check-backups.ts';
import { checkClock, checkMemory, checkSecrets, checkVersions } from './machine-checks.ts';
import { checkDatabase, checkDisk, checkMailQueue, checkMigrations } from './readiness-checks.ts';
import { checkFiles, checkStoredFiles } from './check-files.ts';

/** Longer than any check waits by itself. */
const MAX_CHECK_MS = 30_000;
const REASON_MAX_LENGTH = 300;

/**
 * Makes all checks that apply to the installation, at the same time, and lists them in this order. Never throws: errors
 * are findings.
 */
export async function diagnose(subject: Subject): Promise<SystemReport> {
  const { siteUrl, unlisted, samples, misfits, misspelt, backend, hosted, running, now } = subject;
  const own = backend ? ownFindings(subject, backend) : { content: [], services: [], access: [] };
  const findings = await Promise.all([
    perform('site', 'Site', () => checkSite(running)),
    perform('address', 'Public address', () =>
      running === 'stopped'
        ? skipped('Not checked while the site is stopped.')
        : checkAddress({ siteUrl, keyId: backend?.keyId ?? null, now }),
    ),
    perform('search', 'Search engines', () =>
      unlisted ? warning(unlisted.says, unlisted.remedy) : good('Nothing is sent that keeps search engines away.'),
    ),
    perform('samples', 'Facts of the firm', () => checkSamples(samples)),
    ...own.content,
    perform('words', 'Words of the site', () => checkWords(misfits)),
    perform('settings', 'Settings', () => checkSettings(misspelt)),
    perform('proxy', 'Reverse proxy', () => checkProxy(subject)),
    ...(hosted ? hostedFindings(hosted) : []),
    ...own.services,
    perform('memory', 'Memory', () => checkMemory()),
    ...own.access,
    perform('versions', 'Versions', () => checkVersions()),
  ]);
  return { checked_at: now().toISOString(), findings };
}

async function perform(id: string, name: string, run: () => Verdict | Promise<Verdict>): Promise<Finding> {
  try {
    const { state, says, remedy } = await within(MAX_CHECK_MS, (async () => run())(), 'it takes too long');
    return { id, name, state, says, remedy };
  } catch (error) {
    const reason = (error as Error).message.slice(0, REASON_MAX_LENGTH);
    const remedy = 'Try again. If it stays, look at the log of the site.';
    return { id, name, state: 'warning', says: `This could not be checked: ${reason}`, remedy };
  }
}

/** What only a site with its own backend has. A database that does not answer is asked once only. */
function ownFindings(
  { dataFolder, now }: Subject,
  backend: BackendSubject,
): Record<'content' | 'services' | 'access', Promise<Finding>[]> {
  const { database, supabaseFolder, mail, store, backup } = backend;
  const answering = perform('database', 'Database', () =>
    'error' in database ? bad('The database cannot be opened.', database.error) : checkDatabase(database),
  );
  const asking = async (id: string, name: string, ask: (pool: DatabasePool) => Promise<Verdict>): Promise<Finding> =>
    'error' in database || (await answering).state === 'bad'
      ? { id, name, ...skipped('Not checked, because the database does not answer.') }
      : perform(id, name, () => ask(database));
  return {
    content: [asking('sample-content', 'Sample content', (pool) => checkSampleContent(pool, supabaseFolder))],
    services: [
      answering,
      asking('migrations', 'Migrations', async (pool) =>
        checkMigrations(pool, await listMigrationVersions(supabaseFolder)),
      ),
      asking('backups', 'Backups', (pool) =>
        checkBackups(pool, { everyMs: backup.everyMs, place: placeOf(backup.to), dataFolder, now: now() }),
      ),
      asking('backup-place', 'Backup destination', (pool) => checkBackupPlace(pool, backup.to)),
      perform('mail-server', 'Mail server', () => checkMailServer(mail)),
      asking('mail-queue', 'Undelivered mail', checkMailQueue),
      perform('files', 'Uploaded files', () => checkFiles({ store, dataFolder })),
      asking('stored-files', 'Stored files', (pool) =>
        checkStoredFiles(pool, { folder: join(dataFolder, 'storage'), store }),
      ),
      perform('disk', 'Disk', () => checkDisk(dataFolder)),
    ],
    access: [
      perform('secrets', 'Secrets', () => checkSecrets(dataFolder)),
      asking('clock', 'Clock', (pool) => checkClock(pool, now)),
      asking('administrators', 'Administrators', checkAdministrators),
    ],
  };
}

function hostedFindings(hosted: NonNullable<Subject['hosted']>): Promise<Finding>[] {
  return [
    perform('project', 'Supabase project', () => checkHostedProject(hosted)),
    perform('mail-server', 'Mail of enquiries', () =>
      hosted.hasMail
        ? good('Enquiries go out by the hosted EmailJS account.')
        : warning('EMAILJS is not set: the enquiry form sends nothing.', 'Set EMAILJS to receive enquiries.'),
    ),
  ];
}
