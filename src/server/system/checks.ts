import type { Endpoint } from '#backend/http/env.ts';
import type { SystemReport } from '#contract/system.ts';
import { diagnose } from '#operations/diagnosis/diagnose.ts';
import type { Subject } from '#operations/diagnosis/subject.ts';

/** GET /checks: makes all checks now. Requests at the same time share one round of checks. */
export function answerChecks(subject: Subject): Endpoint {
  let running: Promise<SystemReport> | null = null;
  return async (c) => {
    running ??= diagnose(subject).finally(() => (running = null));
    return c.json(await running);
  };
}
