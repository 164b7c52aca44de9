import { join } from 'node:path';
import { placeOf } from '#operations/backup/destination/destination.ts';
import { listMigrationVersions } from '#backend/database/migration-history.ts';
import { checkAddress } from './checks/address.ts';
import { checkAdministrators } from './checks/administrators.ts';
import { checkBackupPlace } from './checks/backup-place.ts';
import { checkBackups } from './checks/backups.ts';
import { checkClock } from './checks/clock.ts';
import { checkDatabase } from './checks/database.ts';
import { checkDisk } from './checks/disk.ts';
import { checkFiles } from './checks/files.ts';
import { checkHostedProject } from './checks/hosted-project.ts';
import { checkMailQueue } from './checks/mail-queue.ts';
import { checkMailServer } from './checks/mail-server.ts';
import { checkMemory } from './checks/memory.ts';
import { checkMigrations } from './checks/migrations.ts';
import { checkProxy } from './checks/proxy.ts';
import { checkSecrets } from './checks/secrets.ts';
import { checkSettings } from './checks/settings.ts';
import { checkSite } from './checks/site.ts';
import { checkStoredFiles } from './checks/stored-files.ts';
import { checkVersions } from './checks/versions.ts';
import { type Verdict, bad, good, skipped, warning } from './finding.ts';
import type { BackendSubject, Subject } from './subject.ts';

export type Check = {
  id: string;
  name: string;
  run: () => Verdict | Promise<Verdict>;
};

type Database = Exclude<BackendSubject['database'], { error: string }>;

/** The check on which those of `databaseChecks` depend. */
export function databaseCheck({ database }: BackendSubject): Check {
  const run = () =>
    'error' in database ? bad('The database cannot be opened.', database.error) : checkDatabase(database);
  return { id: 'database', name: 'Database', run };
}

/** The checks that ask the database. */
export function databaseChecks(subject: Subject, backend: BackendSubject): Check[] {
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
    asking('administrators', 'Administrators', checkAdministrators),
  ];
}

export const UNASKED = 'Not checked, because the database does not answer.';

/** The checks of any installation that do not ask the database. */
export function otherChecks(subject: Subject): Check[] {
  const { siteUrl, dataFolder, misspelt, backend, hosted, running, now } = subject;
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
