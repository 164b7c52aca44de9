import { COMPARISONS, SEARCHES } from '../operators.ts';
import type { IsValue, Operation } from '../parse/syntax.ts';
import { isVector } from '../plan/names.ts';
import type { Expression } from '../plan/steps.ts';
import { qualify, quoteName, type Statement, wholeRow } from './statement.ts';

const IS: Readonly<Record<IsValue, string>> = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
};

/** Values are untyped: PostgreSQL gives each the type of the other operand. */
export function writeOperation(statement: Statement, alias: string, target: Expression, operation: Operation): string {
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
