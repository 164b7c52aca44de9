import type { Expression } from '../plan/steps.ts';
import { quoteName, type Statement } from './statement.ts';

/** `t1."name"`, or a step into its JSON; what is no JSON column is made one first (as PostgREST). */
export function writeExpression(statement: Statement, alias: string, { column, json }: Expression): string {
  const name = `${alias}.${quoteName(column.name)}`;
  const base = json.length > 0 && !column.isJson ? `to_jsonb(${name})` : name;
  const steps = json.map(({ key, asText }) => {
    const type = typeof key === 'number' ? 'int' : 'text';
    return `${asText ? '->>' : '->'} ${statement.bind(key)}::${type}`;
  });
  return steps.length === 0 ? base : `(${[base, ...steps].join(' ')})`;
}
