import { createServer } from 'node:http';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import { createServer as createVite } from 'vite';
import { announceReady, countForOperator } from './start/announce.ts';
import { createApp } from './app.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { readConfig } from './config.ts';
import { openDeps } from './open-site.ts';
import { openRuntime } from './start/runtime.ts';
import { listen, requireFreePort } from './start/listen-port.ts';
import { SERVER_LIMITS, createListener, upgradesTo } from './serve.ts';
import { waitForDataFolder } from './start/lock.ts';
import { type CloseSteps, endFailedStart, stopOnSignals, stopping } from './processes/stop-on-signals.ts';

const closing: CloseSteps = [];

/** Starts the same backend as `npm start`, with pages built at each request and hot module replacement. */
async function main(): Promise<void> {
  const config = { ...readConfig(), logLevel: 'info' };
  if (config.hosted || config.hostedMail) {
    throw new ConfigurationError('npm run dev works with the embedded backend only. Unset SUPABASE_URL and EMAILJS.');
  }
  stopOnSignals(closing, console.log);
  const lock = await waitForDataFolder(config.dataFolder, { onProgress: console.log, signal: stopping });
  closing.unshift(lock.release);
  await requireFreePort(config.host, config.port, stopping);
  // Before PostgreSQL: while it is loaded, its listeners for signals end the process.
  const server = createServer(SERVER_LIMITS);
  const vite = await keepingSignals(() =>
    createVite({ root: join(import.meta.dirname, '../..'), server: { middlewareMode: { server }, hmr: { server } } }),
  );
  const opening = openRuntime(config, console.log);
  closing.unshift(async () => (await opening.catch(() => null))?.close());
  const runtime = await opening;
  stopping.throwIfAborted();
  closing.unshift(() => vite.close());
  const loadPages = () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>;
  const { deps, monitoring } = await openDeps(config, runtime, closing, loadPages);
  const { realtime } = deps.backend!;
  closing.unshift(realtime.close);
  const { siteUrl } = config;
  const upgrades = upgradesTo(realtime, { siteUrl, trustProxy: 0 });
  // Vite answers the other upgrades.
  server.on('upgrade', (incoming, socket, head) => {
    if (upgrades.accept(incoming)) upgrades.answer(incoming, socket, head);
  });
  const { usage } = deps;
  const answer = createListener(createApp(deps), { siteUrl, trustProxy: 0, usage, observe: monitoring.observe });
  server.on('request', (incoming, outgoing) => {
    vite.middlewares(incoming, outgoing, () => void answer(incoming, outgoing));
  });
  await listen(server, { port: config.port, host: config.host });
  const url = `http://${config.host}:${config.port}`;
  lock.announce({ pid: process.pid, url, databasePort: runtime.databasePort });
  const counts = await countForOperator(runtime.deps.database);
  runtime.deps.outbox.wake();
  console.log(announceReady(config, url, counts));
}

/**
 * Removes the listeners that `create` adds for SIGTERM and for the end of the input. The plugin of React Router creates a
 * Vite server of its own, which would end the process before PostgreSQL is stopped.
 */
async function keepingSignals<T>(create: () => Promise<T>): Promise<T> {
  const onSignal = process.listeners('SIGTERM');
  const onEnd = process.stdin.listeners('end');
  const created = await create();
  for (const listener of process.listeners('SIGTERM'))
    if (!onSignal.includes(listener)) process.off('SIGTERM', listener);
  for (const listener of process.stdin.listeners('end'))
    if (!onEnd.includes(listener)) process.stdin.off('end', listener as () => void);
  return created;
}

await main().catch((error: unknown) => endFailedStart(error, closing, true));
