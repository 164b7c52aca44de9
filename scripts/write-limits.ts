import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMIT_GROUPS } from './limit-rows.ts';
import { withoutPadding } from './markdown.ts';

/** Writes the tables of all limits into docs/security.md; with `--check` says whether they are current. */
const FILE = join(import.meta.dirname, '../docs/security.md');
const START = '<!-- limits: written by `npm run write -- limits` -->\n';
const END = '<!-- /limits -->';
const HEAD = '| what | limit | of each | beyond |\n| --- | --- | --- | --- |\n';

/**
 * A number and its unit as people read them: bytes in kB and MB of 1,024, milliseconds in seconds and longer. A unit that
 * `what` names already is left out.
 */
function show(what: string, number: number, unit: string): string {
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
  const shown = (scale ? number / scale[0] : number).toLocaleString('en-US');
  const name = scale?.[1] ?? base;
  return [shown, ...(what.split(/\W+/).includes(name) ? [] : [name]), ...rest].join(' ');
}

/** A table for each group. What most of its rows have in common stands above the table, and their cells are empty. */
export function writeLimitTables(): string {
  const groups = LIMIT_GROUPS.map(({ title, rows }) => {
    const usualScope = mostFrequent(rows.map(([, , , scope]) => scope));
    const usualAnswer = mostFrequent(rows.map(([, , , , beyond]) => beyond));
    const lines = rows.map(([what, number, unit, scope, beyond]) => {
      const cells = [scope === usualScope ? '' : scope, beyond === usualAnswer ? '' : beyond];
      return `| ${[what, show(what, number, unit), ...cells].join(' | ')} |\n`;
    });
    return `\n### ${title}\n\nUsually of each ${usualScope}; beyond, ${usualAnswer}.\n\n${HEAD}${lines.join('')}`;
  });
  return groups.join('');
}

function mostFrequent(words: string[]): string {
  const counts = Map.groupBy(words, (word) => word);
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? '';
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
