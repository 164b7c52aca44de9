import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMIT_GROUPS, amount } from './limit-rows.ts';

/** Markdown without the padding of tables and the blank lines that the formatter adds: for comparing. */
export const withoutPadding = (markdown: string): string =>
  markdown
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/-{3,}/g, '---')
    .replaceAll(/\n{2,}/g, '\n');

/** Writes the tables of all limits into docs/security.md; with `--check` says whether they are current. */
const FILE = join(import.meta.dirname, '../docs/security.md');
const START = '<!-- limits: written by `npm run write -- limits` -->\n';
const END = '<!-- /limits -->';
const HEAD = '| what | limit | of each | beyond |\n| --- | --- | --- | --- |\n';

/** A limit with its unit, unless `what` names the unit already. */
function show(what: string, limit: number | string, unit: string): string {
  if (typeof limit === 'string') return limit;
  const [base = '', ...rest] = unit.split(' ');
  return [amount(limit, what.split(/\W+/).includes(base) ? '' : base), ...rest].join(' ');
}

/** A table for each group. What most of its rows have in common stands above the table, and their cells are empty. */
export function writeLimitTables(): string {
  const groups = LIMIT_GROUPS.map(({ title, rows }) => {
    const usualScope = mostFrequent(rows.map(([, , , scope]) => scope));
    const usualAnswer = mostFrequent(rows.map(([, , , , beyond]) => beyond));
    const lines = rows.map(([what, limit, unit, scope, beyond]) => {
      const cells = [scope === usualScope ? '' : scope, beyond === usualAnswer ? '' : beyond];
      return `| ${[what, show(what, limit, unit), ...cells].join(' | ')} |\n`;
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
