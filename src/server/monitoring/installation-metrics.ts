import { Gauge, Registry } from 'prom-client';
import type { Measured } from '#operations/diagnosis/checks/measured.ts';
import type { Readiness } from './readiness.ts';

const STATES: Record<Measured['state'], number> = { good: 0, warning: 1, bad: 2 };

/** The figures of the checks as metrics, such as `disk_free_bytes`: one of the installation, not of each process. */
export async function describeReadiness({ isReady, checks }: Readiness): Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({ name: 'site_ready', help: 'Whether /readyz answers 200.', registers }).set(Number(isReady));
  const states = new Gauge({
    name: 'site_check_state',
    help: 'The result of each check: 0 good, 1 warning, 2 bad.',
    labelNames: ['check'],
    registers,
  });
  for (const { id, name, state, figures } of checks) {
    states.set({ check: id }, STATES[state]);
    for (const [figure, value] of Object.entries(figures)) {
      new Gauge({ name: `${id}_${figure}`.replaceAll('-', '_'), help: `Of the check "${name}".`, registers }).set(
        value,
      );
    }
  }
  return registry.metrics();
}
