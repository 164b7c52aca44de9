import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** What the registry said to one question, in words for a terminal. */
type AuditOutcome = {
  /** `not-offered`: the registry has no such service. `unanswered`: it could not be asked. */
  kind: 'clean' | 'found' | 'not-offered' | 'unanswered';
  lines: string[];
};

type Environment = Readonly<Record<string, string | undefined>>;
type Place = { root: string; env: Environment; args?: readonly string[] };

const REGISTRY_WAIT_MS = 60_000;

const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';
/** Answers of a registry that does not know the request. */
const UNKNOWN_REQUEST = new Set([400, 403, 404, 405, 410, 501]);

/** Asks the registry for known vulnerabilities of the packages of package-lock.json. Never throws. */
export async function auditAdvisories(place: Place): Promise<AuditOutcome> {
  const { stdout, stderr } = await runNpm(place, ['audit', '--json', '--package-lock-only', ...(place.args ?? [])]);
  const report = parse(stdout) as Partial<AuditReport & AuditError> | null;
  if (report?.metadata) return describeReport(report as AuditReport);
  const registry = await readRegistry(place);
  if (report?.statusCode && UNKNOWN_REQUEST.has(report.statusCode)) {
    return notOffered(`The registry ${registry} lists no vulnerabilities (${report.statusCode}).`);
  }
  const reason = report?.message ?? lastLine(stderr);
  return { kind: 'unanswered', lines: [`The registry ${registry} could not be asked for vulnerabilities: ${reason}`] };
}

type AuditReport = {
  vulnerabilities: Record<
    string,
    { name: string; severity: string; range: string; via: (string | { url?: string })[] }
  >;
  metadata: { vulnerabilities: { total: number }; dependencies: { total: number } };
};
type AuditError = { message: string; statusCode: number };

function describeReport({ vulnerabilities, metadata }: AuditReport): AuditOutcome {
  const checked = metadata.dependencies.total;
  if (metadata.vulnerabilities.total === 0) {
    return { kind: 'clean', lines: [`No known vulnerability in ${checked} packages.`] };
  }
  const lines = Object.values(vulnerabilities).map(({ name, severity, range, via }) => {
    const sources = via.map((one) => (typeof one === 'string' ? one : (one.url ?? '')));
    return `${severity}: ${name} ${range} (${sources.join(', ')})`;
  });
  return { kind: 'found', lines: [...lines, `${lines.length} of ${checked} packages have known vulnerabilities.`] };
}

/**
 * Checks the registry's signatures of the installed packages. Asks for its keys first: without keys npm would ask for
 * every package in vain. Never throws.
 */
export async function auditSignatures(place: Place): Promise<AuditOutcome> {
  const registry = await readRegistry(place);
  const signal = AbortSignal.timeout(REGISTRY_WAIT_MS);
  const keys = await fetch(new URL('-/npm/v1/keys', registry), { signal }).catch((error: unknown) => String(error));
  if (typeof keys === 'string') {
    return { kind: 'unanswered', lines: [`The registry ${registry} could not be asked for its keys: ${keys}`] };
  }
  if (!keys.ok) return notOffered(`The registry ${registry} does not sign packages (${keys.status} for its keys).`);
  const { code, stdout, stderr } = await runNpm(place, ['audit', 'signatures', '--json']);
  const report = parse(stdout) as (Signatures & { error?: undefined }) | { error: { summary: string } } | null;
  if (!report || report.error) {
    const reason = report?.error?.summary || lastLine(stderr);
    return { kind: 'unanswered', lines: [`Signatures could not be checked: ${reason}`] };
  }
  if (code === 0) return { kind: 'clean', lines: ['Every installed package has a valid signature of the registry.'] };
  const name = (one: Signed): string => `${one.name}@${one.version}`;
  return {
    kind: 'found',
    lines: [
      ...report.invalid.map((one) => `${name(one)} has an invalid signature: it was changed after it was published.`),
      ...report.missing.map((one) => `${name(one)} has no signature, although the registry signs.`),
    ],
  };
}

type Signed = { name: string; version: string };
type Signatures = { invalid: Signed[]; missing: Signed[] };

function notOffered(sentence: string): AuditOutcome {
  return { kind: 'not-offered', lines: [`${sentence} Nothing was checked.`] };
}

/** The registry of npm's settings, with a slash at the end. */
async function readRegistry(place: Place): Promise<string> {
  const { stdout } = await runNpm(place, ['config', 'get', 'registry']);
  return stdout.trim().replace(/\/*$/, '/');
}

type Ended = { code: number; stdout: string; stderr: string };

function runNpm({ root, env }: Place, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(NPM, args, { cwd: root, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, stdout, stderr }),
    );
  });
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** The last line that npm wrote, without its prefix. */
function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.startsWith('npm error') && !line.includes('A complete log'));
  return lines.at(-1)?.replace(/^npm error\s*/, '') ?? 'npm gave no reason';
}

/** `npm run audit`: ends with 1 where something was found, or the registry could not be asked. Further words go to npm audit. */
async function main(args: string[]): Promise<void> {
  const place = { root: join(import.meta.dirname, '..'), env: process.env, args };
  for (const ask of [auditAdvisories, auditSignatures]) {
    const { kind, lines } = await ask(place);
    const isBad = kind === 'found' || kind === 'unanswered';
    for (const line of lines) (isBad ? console.error : console.log)(line);
    if (isBad) process.exitCode = 1;
  }
}

if (import.meta.main) await main(process.argv.slice(2));
