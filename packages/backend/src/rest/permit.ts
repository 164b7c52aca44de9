import type { Role } from '../database/caller.ts';
import { RestError } from './errors.ts';
import { isRegularExpression } from './parse/operation.ts';
import type { Clause, Condition } from './parse/syntax.ts';
import type { RestRequest } from './request.ts';

/**
 * Rejects regular expressions (`match`, `imatch`) of anonymous callers: one can keep the database busy for the whole
 * statement timeout. Throws 42501. PostgREST allows them.
 */
export function rejectAnonymousPatterns({ query }: RestRequest, role: Role): void {
  if (role !== 'anon') return;
  const operator = query.clauses.flatMap(conditionsOf).flatMap(findRegularExpressions)[0];
  if (operator === undefined) return;
  const hint = 'Sign in to use regular expressions, or use like or ilike.';
  throw new RestError('PermissionDenied', role, `permission denied for operator ${operator}`, null, hint);
}

const conditionsOf = (clause: Clause): Condition[] => (clause.kind === 'condition' ? [clause.condition] : []);

function findRegularExpressions(condition: Condition): string[] {
  if (condition.kind === 'group') return condition.children.flatMap(findRegularExpressions);
  const { operation } = condition;
  return isRegularExpression(operation) ? [operation.operator] : [];
}
