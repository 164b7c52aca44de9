import type { Embed } from '../plan/steps.ts';
import { joinConditions, writeConditions } from './condition.ts';
import { qualifyTable, quoteName, type Statement } from './statement.ts';
import type { ColumnPair } from '../schema/tables.ts';

/** Where an embedded relationship's rows come from, seen from one row of its origin. */
export type EmbedSource = { alias: string; from: string; condition: string };

/** The related table and the conditions that tie its rows to `origin`'s row, the request's own included. */
export function writeEmbedSource(
  statement: Statement,
  origin: string,
  { relationship, selection }: Embed,
): EmbedSource {
  const alias = statement.nextAlias();
  const { junction, pairs } = relationship;
  const own = writeConditions(statement, alias, selection.where);
  const from = `${qualifyTable(selection.table.name)} as ${alias}`;
  if (!junction) return { alias, from, condition: joinConditions([...tie(pairs, origin, alias), own]) };
  const middle = statement.nextAlias();
  return {
    alias,
    from: `${from} cross join ${qualifyTable(junction.table)} as ${middle}`,
    condition: joinConditions([...tie(pairs, origin, middle), ...tie(junction.pairs, middle, alias), own]),
  };
}

/** Whether a row of `origin` has related rows that would be shown, those demanded below them (`!inner`) too. */
export function writeExistence(statement: Statement, origin: string, embed: Embed): string {
  const { alias, from, condition } = writeEmbedSource(statement, origin, embed);
  const demanded = writeDemanded(statement, alias, embed.selection.embeds);
  return `exists (select from ${from} where ${joinConditions([condition, ...demanded])})`;
}

/** The `!inner` relationships of a row as conditions, for counting and asking without reading. */
export function writeDemanded(statement: Statement, alias: string, embeds: readonly Embed[]): string[] {
  return embeds.filter(({ join }) => join === 'inner').map((embed) => writeExistence(statement, alias, embed));
}

function tie(pairs: readonly ColumnPair[], from: string, to: string): string[] {
  return pairs.map((pair) => `${to}.${quoteName(pair.to)} = ${from}.${quoteName(pair.from)}`);
}
