import cluster from 'node:cluster';
import { type Config, readConfig } from './config.ts';
import { showsStacks } from './start/describe-error.ts';
import { sendHeartbeats } from './processes/worker-messages.ts';
import { type CloseSteps, endFailedStart } from './processes/stop-on-signals.ts';

/** The functions that close what was opened, in the order in which they run. */
const closing: CloseSteps = [];

/**
 * One process that does everything, or with WEB_WORKERS a primary process and workers (decision 28). Each loads only the
 * code of its part.
 */
async function main(config: Config): Promise<void> {
  if (cluster.isWorker) return (await import('./processes/worker.ts')).runWorker(config, closing);
  // For scripts/run.mjs.
  sendHeartbeats();
  const { runPrimary, runSingle } = await import('./processes/primary.ts');
  return config.workers > 1 ? runPrimary(config, closing) : runSingle(config, closing);
}

let withStack = false;
try {
  const config = readConfig();
  withStack = showsStacks(config);
  await main(config);
} catch (error) {
  await endFailedStart(error, closing, withStack);
}
