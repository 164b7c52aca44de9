import { ConfigurationError } from '#backend/configuration-error.ts';
import type { Config } from '../config.ts';
import { type ToWorker, sendHeartbeats, tellParent } from './worker-messages.ts';
import { openSite } from '../open-site.ts';
import { type Runtime, openWorkerRuntime } from '../start/runtime.ts';
import { readSecrets } from '../start/secrets.ts';
import { type CloseSteps, closeAll, onStopSignals } from './stop-on-signals.ts';

/**
 * Runs one worker: it serves the site on the port of the primary process, which has locked the data folder and opened
 * the database. It stops when the primary process says so, on signals (a terminal and systemd send them to all processes
 * of the site), and at once when the primary process is gone, which node:cluster does. Resolves when it is ready.
 */
export async function runWorker(config: Config, closing: CloseSteps): Promise<void> {
  stopWhenAsked(closing);
  const url = await askForDatabase();
  try {
    const runtime = url === null ? null : openRuntimeOn(config, url);
    if (runtime) closing.unshift(runtime.close);
    const serving = await openSite(config, runtime, closing);
    tellParent({ kind: 'ready', url: serving.url });
    sendHeartbeats();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    // All workers fail alike; the primary process prints it once.
    tellParent({ kind: 'configuration-error', message: error.message });
    await closeAll(closing);
    process.disconnect();
  }
}

function openRuntimeOn(config: Config, databaseUrl: string): Runtime {
  const secrets = readSecrets(config.dataFolder);
  if (!secrets) throw new ConfigurationError(`secrets.json in ${config.dataFolder} has gone.`);
  return openWorkerRuntime(config, { secrets, databaseUrl }, () => tellParent({ kind: 'mail' }));
}

function askForDatabase(): Promise<string | null> {
  return new Promise((resolve) => {
    process.on('message', (message: ToWorker) => {
      if (message.kind === 'database') resolve(message.url);
    });
    tellParent({ kind: 'started' });
  });
}

function stopWhenAsked(closing: CloseSteps): void {
  const stop = onStopSignals(async () => {
    const isClean = await closeAll(closing);
    process.exit(isClean ? 0 : 1);
  });
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'stop') stop();
  });
}
