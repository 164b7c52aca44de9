import { join } from 'node:path';
import type { Finding, SystemReport } from '#contract/system.ts';
import { placeOf } from '#operations/backup/destination.ts';
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

/** The order in which the findings are shown. */
const ORDER = [
  'site',
  'address',
  'search',
  'samples',
  'sample-content',
  'words',
  'settings',
  'proxy',
  'project',
  'database',
  'migrations',
  'backups',
  'backup-place',
  'mail-server',
  'mail-queue',
  'files',
  'stored-files',
  'disk',
  'memory',
  'secrets',
  'clock',
  'administrators',
  'versions',
];

/** Makes all checks that apply to the installation, at the same time. Never throws: errors are findings. */
export async function diagnose(subject: Subject): Promise<SystemReport> {
  const { backend } = subject;
  const groups = await Promise.all([
    backend ? diagnoseDatabase(subject, backend) : [],
    Promise.all(otherChecks(subject).map(perform)),
  ]);
  const findings = groups.flat().toSorted((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id));
  return { checked_at: subject.now().toISOString(), findings };
}

/** A database that does not answer is asked once only. */
async function diagnoseDatabase(subject: Subject, backend: BackendSubject): Promise<Finding[]> {
  const database = await perform(databaseCheck(backend));
  const checks = databaseChecks(subject, backend);
  if (database.state !== 'bad') return [database, ...(await Promise.all(checks.map(perform)))];
  return [
    database,
    ...checks.map(({ id, name }) => ({ id, name, state: 'skipped' as const, says: UNASKED, remedy: null })),
  ];
}

async function perform({ id, name, run }: Check): Promise<Finding> {
  try {
    const { state, says, remedy } = await within(MAX_CHECK_MS, (async () => run())(), 'it takes too long');
    return { id, name, state, says, remedy };
  } catch (error) {
    const reason = (error as Error).message.slice(0, REASON_MAX_LENGTH);
    const remedy = 'Try again. If it stays, look at the log of the site.';
    return { id, name, state: 'warning', says: `This could not be checked: ${reason}`, remedy };
  }
}

type Check = {
  id: string;
  name: string;
  run: () => Verdict | Promise<Verdict>;
};

type Database = Exclude<BackendSubject['database'], { error: string }>;

/** The check on which those of `databaseChecks` depend. */
function databaseCheck({ database }: BackendSubject): Check {
  const run = () =>
    'error' in database ? bad('The database cannot be opened.', database.error) : checkDatabase(database);
  return { id: 'database', name: 'Database', run };
}

function databaseChecks(subject: Subject, backend: BackendSubject): Check[] {
  const { supabaseFolder, backup } = backend;
  const asking = (id: string, name: string, ask: (database: Database) => Promise<Verdict>): Check => {
    const { database } = backend;
    return { id, name, run: () => ('error' in database ? skipped(UNASKED) : ask(database)) };
  };
  return [
    asking('migrations', 'Migrations', async (database) =>
      checkMigrations(database, await listMigrationVersions(supabaseFolder)),
    ),
    asking('backups', 'Backups', (database) =>
      checkBackups(database, {
        everyMs: backup.everyMs,
        place: placeOf(backup.to),
        dataFolder: subject.dataFolder,
        now: subject.now(),
      }),
    ),
    asking('backup-place', 'Backup destination', (database) => checkBackupPlace(database, backup.to)),
    asking('stored-files', 'Stored files', (database) =>
      checkStoredFiles(database, { folder: join(subject.dataFolder, 'storage'), store: backend.store }),
    ),
    asking('mail-queue', 'Undelivered mail', checkMailQueue),
    asking('clock', 'Clock', (database) => checkClock(database, subject.now)),
    asking('sample-content', 'Sample content', (database) => checkSampleContent(database, supabaseFolder)),
    asking('administrators', 'Administrators', checkAdministrators),
  ];
}

const UNASKED = 'Not checked, because the database does not answer.';

/** The checks of any installation that do not ask the database. */
function otherChecks(subject: Subject): Check[] {
  const { siteUrl, unlisted, samples, misfits, dataFolder, misspelt, backend, hosted, running, now } = subject;
  const isStopped = running === 'stopped';
  return [
    { id: 'site', name: 'Site', run: () => checkSite(running) },
    {
      id: 'address',
      name: 'Public address',
      run: () =>
        isStopped
          ? skipped('Not checked while the site is stopped.')
          : checkAddress({ siteUrl, keyId: backend?.keyId ?? null, now }),
    },
    {
      id: 'search',
      name: 'Search engines',
      run: () =>
        unlisted ? warning(unlisted.says, unlisted.remedy) : good('Nothing is sent that keeps search engines away.'),
    },
    { id: 'samples', name: 'Facts of the firm', run: () => checkSamples(samples) },
    { id: 'words', name: 'Words of the site', run: () => checkWords(misfits) },
    { id: 'settings', name: 'Settings', run: () => checkSettings(misspelt) },
    { id: 'proxy', name: 'Reverse proxy', run: () => checkProxy(subject) },
    ...(backend ? ownChecks(backend, dataFolder) : []),
    ...(hosted ? hostedChecks(hosted) : []),
    { id: 'memory', name: 'Memory', run: () => checkMemory() },
    { id: 'versions', name: 'Versions', run: () => checkVersions() },
  ];
}

function ownChecks({ mail, store }: BackendSubject, dataFolder: string): Check[] {
  return [
    { id: 'mail-server', name: 'Mail server', run: () => checkMailServer(mail) },
    { id: 'files', name: 'Uploaded files', run: () => checkFiles({ store, dataFolder }) },
    { id: 'disk', name: 'Disk', run: () => checkDisk(dataFolder) },
    { id: 'secrets', name: 'Secrets', run: () => checkSecrets(dataFolder) },
  ];
}

function hostedChecks(hosted: NonNullable<Subject['hosted']>): Check[] {
  return [
    { id: 'project', name: 'Supabase project', run: () => checkHostedProject(hosted) },
    {
      id: 'mail-server',
      name: 'Mail of enquiries',
      run: () =>
        hosted.hasMail
          ? good('Enquiries go out by the hosted EmailJS account.')
          : warning('EMAILJS is not set: the enquiry form sends nothing.', 'Set EMAILJS to receive enquiries.'),
    },
  ];
}
