import cluster from 'node:cluster';
import { ConfigurationError } from '#contract/configuration-error.ts';
import { readConfig } from './config.ts';
import { type CloseSteps, closeAll } from './stop-on-signals.ts';

/** The functions that close what was opened, in the order in which they run. */
const closing: CloseSteps = [];

/**
 * One process that does everything, or with WEB_WORKERS a primary process and workers (decision 28). Each loads only the
 * code of its part.
 */
async function main(): Promise<void> {
  const config = readConfig();
  if (cluster.isWorker) return (await import('./worker.ts')).runWorker(config, closing);
  if (config.workers > 1) return (await import('./primary.ts')).runPrimary(config, closing);
  return (await import('./single.ts')).runSingle(config, closing);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof ConfigurationError ? `\n${error.message}` : error);
  await closeAll(closing);
  process.exit(1);
}
