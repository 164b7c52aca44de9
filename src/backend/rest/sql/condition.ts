import type { Comparison, IsValue, Operation, TextSearch } from '../parse/syntax.ts';
import { isVector } from '../plan/names.ts';
import type { Expression, PlannedCondition } from '../plan/steps.ts';
import { writeExistence } from './embed.ts';
import { writeExpression } from './expression.ts';
import type { Statement } from './statement.ts';

const OPERATORS: Readonly<Record<Comparison, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};
const IS: Readonly<Record<IsValue, string>> = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
};
const SEARCHES: Readonly<Record<TextSearch, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

const ALWAYS = 'true';

/** Conditions of one table, all of which must hold; `true` when there are none. */
export function writeConditions(statement: Statement, alias: string, conditions: readonly PlannedCondition[]): string {
  return joinConditions(conditions.map((condition) => writeCondition(statement, alias, condition)));
}

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

/** Values carry no type: PostgreSQL reads each as the type of what it is compared with. */
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
      return `${left} ${OPERATORS[operator]} ${quantifier === null ? right : `${quantifier}(${right})`}`;
    }
  }
}

/** A text or JSON column is searched through its tsvector; a tsvector column as it is. */
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
