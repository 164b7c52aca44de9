import { listClientCalls } from './client-calls.ts';
import { BY_SETTING, FEATURE_OFF, NOT_OFFERED, SENDS_NOTHING } from './registry.ts';
import { readTestedCalls } from './tested-calls.ts';

export type ConformanceRow = {
  /** Such as `auth.admin.listUsers`. */
  call: string;
  status: 'served' | 'by setting' | 'feature off' | 'not offered';
  /** The variable or the feature; empty for calls that are served. */
  about: string;
  /** The files of tests that make the call. */
  files: readonly string[];
};

/** The lines around the table in docs/protocol.md. */
export const TABLE_START = '<!-- conformance: written by `node scripts/write-conformance.ts` -->';
export const TABLE_END = '<!-- /conformance -->';

/** What becomes of each call of the installed client that sends a request. */
export function listConformance(): ConformanceRow[] {
  const tested = readTestedCalls();
  return listClientCalls()
    .filter((call) => !sendsNothing(call))
    .map((call) => ({ call, ...statusOf(call), files: tested.filesWith(call) }));
}

function sendsNothing(call: string): boolean {
  const dot = call.lastIndexOf('.');
  return SENDS_NOTHING[call.slice(0, dot)]?.includes(call.slice(dot + 1)) ?? false;
}

function statusOf(call: string): Pick<ConformanceRow, 'status' | 'about'> {
  const lists = { 'not offered': NOT_OFFERED, 'feature off': FEATURE_OFF, 'by setting': BY_SETTING } as const;
  for (const status of ['not offered', 'feature off', 'by setting'] as const) {
    const about = findAbout(lists[status], call);
    if (about !== undefined) return { status, about };
  }
  return { status: 'served', about: '' };
}

function findAbout(list: Readonly<Record<string, string>>, call: string): string | undefined {
  const isMeant = (name: string) => (name.endsWith('.') ? call.startsWith(name) : call === name);
  return Object.entries(list).find(([name]) => isMeant(name))?.[1];
}

const STATUS_TEXT: Record<ConformanceRow['status'], (about: string) => string> = {
  served: () => 'served',
  'by setting': (about) => `refused until set: \`${about}\``,
  'feature off': (about) => `refused as a feature that is off: ${about}`,
  'not offered': (about) => `not offered: ${about}`,
};

/** The table as Markdown. At most two files are named for a call. */
export function writeConformanceTable(rows: readonly ConformanceRow[]): string {
  const lines = rows.map(({ call, status, about, files }) => {
    const named = status === 'not offered' ? [] : files.slice(0, 2);
    return `| \`${call}\` | ${STATUS_TEXT[status](about)} | ${named.map((file) => `\`${file.replace(/^(tests|src\/backend)\//, '')}\``).join(', ')} |`;
  });
  return [TABLE_START, '| Call | Status | Tests |', '| --- | --- | --- |', ...lines, TABLE_END].join('\n');
}
