import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '#tests/support/root.ts';
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

/** The lines around the lists in docs/protocol.md. */
export const TABLE_START = '<!-- conformance: written by `npm run write -- conformance` -->';
export const TABLE_END = '<!-- /conformance -->';
const MAX_LINE = 118;

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
  served: () => 'Served',
  'by setting': (about) => `Refused until set: \`${about}\``,
  'feature off': (about) => `Refused as a feature that is off: ${about}`,
  'not offered': (about) => `Not offered: ${about}`,
};

/** The calls that are not served as Markdown: a list for each status, with the methods of one object in brackets. */
export function writeConformanceTable(rows: readonly ConformanceRow[]): string {
  const statuses = Object.keys(STATUS_TEXT);
  const others = rows.filter(({ status }) => status !== 'served');
  const sorted = others.toSorted((a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status));
  const groups = Map.groupBy(sorted, ({ status, about }) => STATUS_TEXT[status](about));
  const lists = [...groups].map(([text, group]) => wrap(`- **${text}**: ${joinCalls(group)}`));
  return [TABLE_START, ...lists, TABLE_END].join('\n');
}

/** Such as `auth.mfa.` (`enroll`, `verify`), `rest.from`. */
function joinCalls(rows: readonly ConformanceRow[]): string {
  const objectOf = (call: string) => call.slice(0, call.lastIndexOf('.') + 1);
  const objects = Map.groupBy(rows, ({ call }) => objectOf(call));
  const texts = [...objects].map(([object, [first, ...rest]]) => {
    if (!first || rest.length === 0) return `\`${first?.call}\``;
    return `\`${object}\` (${[first, ...rest].map(({ call }) => call.slice(object.length)).join(', ')})`;
  });
  return texts.join('; ');
}

/** Breaks the text of a list item into lines. */
function wrap(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= MAX_LINE) {
      lines.push(line);
      line = ' ';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

if (import.meta.main) {
  const file = join(ROOT, 'docs/protocol.md');
  const text = await readFile(file, 'utf8');
  const [before = '', rest] = text.split(TABLE_START);
  const after = rest?.split(TABLE_END)[1];
  if (after === undefined) throw new Error(`${file} has no ${TABLE_START} … ${TABLE_END}`);
  await writeFile(file, before + writeConformanceTable(listConformance()) + after);
}
