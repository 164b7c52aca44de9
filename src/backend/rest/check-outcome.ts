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
  if (maxAffected !== null && outcome.affected !== null && outcome.affected > maxAffected) {
    throw new RestError('MaxAffectedViolation', outcome.affected);
  }
  if (plan.kind === 'read' && outcome.total !== null && plan.selection.offset > outcome.total) {
    throw new RestError('OffsetBeyondTotal', plan.selection.offset, outcome.total);
  }
  const isShown = plan.kind === 'read' || plan.selection !== null;
  if (request.media.single && isShown && outcome.rows !== 1) throw new RestError('SingularityError', outcome.rows ?? 0);
}
