import type { Finding, SystemReport } from '#contract/system.ts';
import { within } from './checks/within.ts';
import { type Check, UNASKED, databaseCheck, databaseChecks, otherChecks } from './list-checks.ts';
import type { BackendSubject, Subject } from './subject.ts';

/** Longer than any check waits by itself. */
const LONGEST_MS = 30_000;
const REASON_MAX_LENGTH = 300;

/** The order in which the findings are shown. */
const ORDER = [
  'site',
  'address',
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
    const { state, says, remedy } = await within(LONGEST_MS, (async () => run())(), 'it takes too long');
    return { id, name, state, says, remedy };
  } catch (error) {
    const reason = (error as Error).message.slice(0, REASON_MAX_LENGTH);
    const remedy = 'Try again. If it stays, look at the log of the site.';
    return { id, name, state: 'warning', says: `This could not be checked: ${reason}`, remedy };
  }
}
