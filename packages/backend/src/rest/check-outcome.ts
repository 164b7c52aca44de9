import type { Role } from '../database/caller.ts';
import { RestError } from './errors.ts';
import type { StatementOutcome } from './execute.ts';
import type { Plan } from './plan/steps.ts';
import type { RestRequest } from './request.ts';

/**
 * Checks the outcome before the commit. Throws PGRST103, PGRST116, PGRST124, and 42501 for an update without columns by
 * a caller who may update none.
 */
export function checkOutcome(request: RestRequest, plan: Plan, role: Role, outcome: StatementOutcome): void {
  if (outcome.permitted === false)
    throw new RestError('PermissionDenied', role, `permission denied for table ${request.relation}`);
  const { maxAffected } = request.preferences;
  const affected = plan.kind === 'call' ? outcome.rows : outcome.affected;
  if (maxAffected !== null && affected !== null && affected > maxAffected) {
    throw new RestError('MaxAffectedViolation', affected);
  }
  const offset = offsetOf(plan);
  if (outcome.total !== null && offset > outcome.total) {
    throw new RestError('OffsetBeyondTotal', offset, outcome.total);
  }
  if (request.media.single && isShown(plan) && outcome.rows !== 1) {
    throw new RestError('SingularityError', outcome.rows ?? 0);
  }
}

function offsetOf(plan: Plan): number {
  if (plan.kind === 'write') return 0;
  return plan.kind === 'call' && plan.selection === null ? plan.range.offset : (plan.selection?.offset ?? 0);
}

/** A value counts as one row. */
function isShown(plan: Plan): boolean {
  if (plan.kind !== 'call') return plan.selection !== null;
  return plan.call.routine.result.kind !== 'void' && plan.call.routine.returnsSet;
}
