import { COMPARISONS, SEARCHES } from '../operators.ts';
import type { IsValue, Operation } from '../parse/syntax.ts';
import { isVector } from '../plan/outputs.ts';
import type { Embed, Expression, PlannedCondition } from '../plan/steps.ts';
import type { ColumnPair } from '../schema/tables.ts';
import { type Statement, qualify, quoteName, wholeRow } from './statement.ts';

const ALWAYS = 'true';

/** Joins the conditions of one table by `and`; `true` when there are none. */
export function writeConditions(statement: Statement, alias: string, conditions: readonly PlannedCondition[]): string {
  return joinConditions(conditions.map((condition) => writeCondition(statement, alias, condition)));
}

/** Joins conditions by `and`, leaving `true` out. */
export function joinConditions(conditions: readonly string[]): string {
  return conditions.filter((condition) => condition !== ALWAYS).join(' and ') || ALWAYS;
}

function writeCondition(statement: Statement, alias: string, condition: PlannedCondition): string {
  if (condition.kind === 'related') {
    return `${condition.exists ? '' : 'not '}${writeExistence(statement, alias, condition.embed)}`;
  }
  const negation = condition.negated ? 'not ' : '';
  if (condition.kind === 'filter') {
    return `${negation}(${writeOperation(statement, alias, condition.expression, condition.operation)})`;
  }
  const children = condition.children.map((child) => writeCondition(statement, alias, child));
  return `${negation}(${children.join(` ${condition.joinedBy} `)})`;
}

/** The FROM and WHERE of an embedded relationship, for one row of its origin. */
type EmbedSource = { alias: string; from: string; condition: string };

/** Writes the related table and the conditions that join it to the row of `origin`, including the request's own. */
export function writeEmbedSource(
  statement: Statement,
  origin: string,
  { relationship, selection }: Embed,
): EmbedSource {
  const alias = statement.nextAlias();
  const { junction, pairs, computedBy } = relationship;
  const own = writeConditions(statement, alias, selection.where);
  if (computedBy) return { alias, from: `${qualify(computedBy)}(${wholeRow(origin)}) as ${alias}`, condition: own };
  const from = `${qualify(selection.table)} as ${alias}`;
  if (!junction) return { alias, from, condition: joinConditions([...matchColumns(pairs, origin, alias), own]) };
  const middle = statement.nextAlias();
  return {
    alias,
    from: `${from} cross join ${qualify({ schema: selection.table.schema, name: junction.table })} as ${middle}`,
    condition: joinConditions([
      ...matchColumns(pairs, origin, middle),
      ...matchColumns(junction.pairs, middle, alias),
      own,
    ]),
  };
}

/** Writes the condition that a row of `origin` has related rows, including the `!inner` relationships below them. */
function writeExistence(statement: Statement, origin: string, embed: Embed): string {
  const { alias, from, condition } = writeEmbedSource(statement, origin, embed);
  const inner = writeInnerConditions(statement, alias, embed.selection.embeds);
  return `exists (select from ${from} where ${joinConditions([condition, ...inner])})`;
}

/** Writes the `!inner` relationships as conditions, for counting and filtering without reading. */
export function writeInnerConditions(statement: Statement, alias: string, embeds: readonly Embed[]): string[] {
  return embeds.filter(({ join }) => join === 'inner').map((embed) => writeExistence(statement, alias, embed));
}

function matchColumns(pairs: readonly ColumnPair[], from: string, to: string): string[] {
  return pairs.map((pair) => `${to}.${quoteName(pair.to)} = ${from}.${quoteName(pair.from)}`);
}

const IS: Readonly<Record<IsValue, string>> = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
};

/** Values are untyped: PostgreSQL gives each the type of the other operand. */
function writeOperation(statement: Statement, alias: string, target: Expression, operation: Operation): string {
  const left = writeExpression(statement, alias, target);
  switch (operation.kind) {
    case 'is':
      return `${left} ${IS[operation.value]}`;
    case 'in':
      return `${left} = any(${statement.bind(operation.values)})`;
    case 'search':
      return writeSearch(statement, left, target, operation);
    case 'compare': {
      const { operator, quantifier, value } = operation;
      const isPattern = operator === 'like' || operator === 'ilike';
      const right = statement.bind(isPattern ? value.replaceAll('*', '%') : value);
      return `${left} ${COMPARISONS[operator].sql} ${quantifier === null ? right : `${quantifier}(${right})`}`;
    }
  }
}

/** Text and JSON columns are converted to tsvector; a tsvector column is used directly. */
function writeSearch(
  statement: Statement,
  left: string,
  target: Expression,
  { operator, config, value }: Extract<Operation, { kind: 'search' }>,
): string {
  const language = config === null ? '' : `${statement.bind(config)}::regconfig, `;
  const document = isVector(target) ? left : `to_tsvector(${language}${left})`;
  return `${document} @@ ${SEARCHES[operator]}(${language}${statement.bind(value)})`;
}

/**
 * Writes `t1."name"`, or the function of the row that computes it, or a JSON path into it. Other types than JSON are
 * converted first (as in PostgREST).
 */
export function writeExpression(statement: Statement, alias: string, { column, json }: Expression): string {
  const { computedBy } = column;
  const name = computedBy ? `${qualify(computedBy)}(${wholeRow(alias)})` : `${alias}.${quoteName(column.name)}`;
  const base = json.length > 0 && !column.isJson ? `to_jsonb(${name})` : name;
  const steps = json.map(({ key, asText }) => {
    const type = typeof key === 'number' ? 'int' : 'text';
    return `${asText ? '->>' : '->'} ${statement.bindKey(key)}::${type}`;
  });
  return steps.length === 0 ? base : `(${[base, ...steps].join(' ')})`;
}
