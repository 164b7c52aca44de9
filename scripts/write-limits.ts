import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMIT_GROUPS } from './limit-rows.ts';
import { withoutPadding } from './markdown.ts';

/** Writes the tables of all limits into docs/security.md; with `--check` says whether they are current. */
const FILE = join(import.meta.dirname, '../docs/security.md');
const START = '<!-- limits: written by `npm run write -- limits` -->\n';
const END = '<!-- /limits -->';
const HEAD = '| what | number | unit | of each | beyond |\n| --- | ---: | --- | --- | --- |\n';

/** A number and its unit as people read them: bytes in kB and MB of 1,024, milliseconds in seconds and longer. */
function show(number: number, unit: string): [string, string] {
  const scales: Record<string, [number, string][]> = {
    bytes: [
      [1024 * 1024, 'MB'],
      [1024, 'kB'],
    ],
    ms: [
      [86_400_000, 'days'],
      [3_600_000, 'h'],
      [60_000, 'min'],
      [1000, 's'],
    ],
  };
  const [base = '', ...rest] = unit.split(' ');
  const scale = (scales[base] ?? []).find(([size]) => number >= size && number % size === 0);
  const shown = scale ? [number / scale[0], scale[1]] : [number, base];
  return [Number(shown[0]).toLocaleString('en-US'), [shown[1], ...rest].join(' ')];
}

export function writeLimitTables(): string {
  const groups = LIMIT_GROUPS.map(({ title, rows }) => {
    const lines = rows.map(
      ([what, number, unit, scope, beyond]) => `| ${[what, ...show(number, unit), scope, beyond].join(' | ')} |\n`,
    );
    return `\n### ${title}\n${HEAD}${lines.join('')}`;
  });
  return groups.join('');
}

/** docs/security.md with current tables. */
export async function withLimitTables(): Promise<{ text: string; isCurrent: boolean }> {
  const text = await readFile(FILE, 'utf8');
  const [before = '', rest] = text.split(START);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`${FILE} has no ${START.trim()} … ${END}`);
  const written = before + START + writeLimitTables() + END + after;
  return { text: written, isCurrent: withoutPadding(written) === withoutPadding(text) };
}

if (import.meta.main) await writeFile(FILE, (await withLimitTables()).text);
