import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { type AddressInfo, type Server, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { type AppProcess, freePort, startApp } from './app-process.ts';

/** Whether the apps under test are two instances with two workers each (CONTRIBUTING.md). */
export const isTwoInstances = process.env['TEST_TOPOLOGY'] === 'two-instances';

/** Of each instance; the bundled PostgreSQL of the first serves both. */
const CONNECTIONS = '24';

/**
 * Starts two instances with two workers each, behind a proxy on `env.PORT` that gives each connection to the next
 * instance. The first has the bundled PostgreSQL in DATA_DIR; the second uses it by DATABASE_URL and has a folder of its
 * own inside DATA_DIR. `env` must have a STORAGE_URL. The result acts on both as on one app.
 */
export async function startTwoInstances(env: Record<string, string>): Promise<AppProcess> {
  const { DATA_DIR: folder = '', PORT: port = '0' } = env;
  const proxy = await startProxy(Number(port));
  const url = `http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`;
  const shared = { SITE_URL: url, WEB_WORKERS: '2', DATABASE_CONNECTIONS: CONNECTIONS, ...env };
  try {
    const first = await startApp({ ...shared, PORT: String(await freePort()) });
    const second = await startSecond(shared, folder).catch(async (error: unknown) => {
      await first.stop();
      throw error;
    });
    proxy.targets.push(...[first, second].map((one) => Number(new URL(one.url).port)));
    return asOne(url, proxy.server, first, second);
  } catch (error) {
    proxy.server.close();
    throw error;
  }
}

async function startSecond(shared: Record<string, string>, folder: string): Promise<AppProcess> {
  const own = join(folder, 'second-instance');
  await mkdir(own, { recursive: true });
  await copyFile(join(folder, 'secrets.json'), join(own, 'secrets.json'));
  const { databasePassword } = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8'));
  const { databasePort } = JSON.parse(await readFile(join(folder, 'running.json'), 'utf8'));
  const databaseUrl = `postgres://postgres:${databasePassword}@127.0.0.1:${databasePort}/postgres`;
  return startApp({ ...shared, DATA_DIR: own, DATABASE_URL: databaseUrl, PORT: String(await freePort()) });
}

/** The second instance ends first: the database is the first one's. */
function asOne(url: string, proxy: Server, first: AppProcess, second: AppProcess): AppProcess {
  const end = async <T>(how: (app: AppProcess) => Promise<T>): Promise<T> => {
    proxy.close();
    await how(second);
    return how(first);
  };
  return {
    url,
    said: () => first.said() + second.said(),
    logged: () => first.logged() + second.logged(),
    stop: () => end((app) => app.stop()),
    kill: () => end((app) => app.kill()),
  };
}

/** A proxy of TCP connections, each to the next of `targets` (ports on loopback). */
async function startProxy(port: number): Promise<{ server: Server; targets: number[] }> {
  const targets: number[] = [];
  let count = 0;
  const server = createServer((client) => {
    const target = targets[(count += 1) % targets.length];
    if (target === undefined) return void client.destroy();
    const upstream = connect(target, '127.0.0.1');
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { server, targets };
}
