import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { TLSSocket, createSecureContext } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findProgram } from '../support/find-program.ts';
import { runProgramToEnd } from '../support/run-program.ts';
import { freePort } from '../support/app-process.ts';
import { connectTo, queryAt } from '../support/external-database.ts';
import { type PlatformDatabase, startPlatformDatabase } from '#backend-tests/support/platform-database.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { waitForDatabase } from '#backend/database/wait-for-database.ts';
import { spawnStart } from '../server/spawn-start.ts';
import { tryStart } from '../server/try-start.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const PASSWORD = 'for-tests';
const openssl = findProgram('openssl');
const STACK = /\n {4}at /;

let database: PlatformDatabase;
const folder = folderForTests();
beforeAll(async () => {
  database = await startPlatformDatabase('empty', []);
});
afterAll(() => database?.stop());

const newFolder = () => join(folder, randomUUID());
const newName = (kind: string) => `${kind}_${randomUUID().slice(0, 8)}`;

const asSuperuser = (sql: string, name = 'postgres') => queryAt(urlOf('postgres', name), sql);

function urlOf(login: string, name: string, port?: number): string {
  const url = new URL(database.urlFor(login, PASSWORD));
  url.pathname = `/${name}`;
  if (port) url.port = String(port);
  return url.href;
}

/** A login and an empty database of the superuser. */
async function makeLogin(): Promise<{ login: string; name: string; url: string }> {
  const [login, name] = [newName('login'), newName('site')];
  await asSuperuser(`create role ${login} login password '${PASSWORD}'`);
  await asSuperuser(`create database ${name}`);
  return { login, name, url: urlOf(login, name) };
}

async function listen(onConnection: (socket: Socket) => void, port = 0): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

/** Signs in for its first client, whose session others share: it sends an answer to the client that asked last. */
function sharingOneSession(realPort: number): (socket: Socket) => void {
  const real = connect(realPort, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void real.destroy());
  let asking: Socket | null = null;
  real.on('data', (answer) => asking?.write(answer));
  return (socket) => {
    const forward = (message: Buffer) => {
      asking = socket;
      if (String(message) !== END_OF_SESSION) real.write(message);
    };
    if (asking === null) socket.on('data', forward);
    else socket.once('data', () => socket.on('data', forward).write(SIGNED_IN));
    asking ??= socket;
  };
}

/** Messages of PostgreSQL's protocol: AuthenticationOk and ReadyForQuery; Terminate. */
const SIGNED_IN = 'R\0\0\0\b\0\0\0\0Z\0\0\0\u0005I';
const END_OF_SESSION = 'X\0\0\0\u0004';

describe('a start whose database cannot be used ends with the address and the reason', () => {
  /** The error of the wait of a start, in this process. */
  const errorOf = (url: string, withinMs = 0) =>
    waitForDatabase(url, { withinMs, onProgress: () => {} }).catch((error: Error) => error.message);
  const ADVICE = 'Start the database or correct DATABASE_URL, then start again.';

  test('nothing listens there', async () => {
    const port = await freePort();
    const error = await errorOf(`postgres://site:pass-of-it@127.0.0.1:${port}/site`);
    expect(error).toBe(`DATABASE_URL: the database at 127.0.0.1:${port} refuses the connection.\n${ADVICE}`);
  });

  test('what listens there never answers', async () => {
    const port = await listen(() => {});
    const error = await errorOf(`postgres://site:pass-of-it@127.0.0.1:${port}/site`);
    expect(error).toBe(`DATABASE_URL: the database at 127.0.0.1:${port} does not answer.\n${ADVICE}`);
  });

  test('the password is wrong, which no wait changes', async () => {
    const url = urlOf('postgres', 'postgres').replace(PASSWORD, 'pass-of-another');
    const env = { DATA_DIR: newFolder(), DATABASE_URL: url, DATABASE_WAIT_SECONDS: '3600' };
    const { code, output } = await tryStart(env);
    expect(output).toMatch(/^\nDATABASE_URL: the database at 127\.0\.0\.1:\d+ rejects the user or the password\.\n/);
    expect(output.endsWith(`\n${ADVICE}\n`)).toBe(true);
    expect(output).not.toMatch(/pass-of|Waiting/);
    expect(code).toBe(1);
  });

  test('it takes no connection without TLS', async () => {
    const file = join(database.folder, 'postgres/pg_hba.conf');
    await writeFile(file, `host tls_only all 127.0.0.1/32 reject\n${await readFile(file, 'utf8')}`);
    await asSuperuser('select pg_reload_conf()');
    await expect
      .poll(() => errorOf(urlOf('postgres', 'tls_only')))
      .toMatch(/without TLS: add \?sslmode=verify-full to/);
  });

  test.skipIf(!openssl)('its certificate is that of an unknown authority', async () => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', '-', '-out', '-'];
    const pem = execFileSync(openssl ?? '', ['req', '-x509', ...key, '-subj', '/CN=localhost'], { stdio: 'pipe' });
    const secureContext = createSecureContext({ key: pem, cert: pem });
    const port = await listen((socket) => {
      socket.once('data', () => {
        socket.write('S');
        new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => {});
      });
    });
    const error = await errorOf(`postgres://site:x@localhost:${port}/site?sslmode=verify-full`);
    expect(error).toMatch(/^DATABASE_URL: .* that this machine does not trust: add .*sslrootcert=FILE.*\.\n/);
  });

  test('it is a pooler in transaction mode', async () => {
    const port = await listen(sharingOneSession(Number(new URL(urlOf('postgres', 'postgres')).port)));
    const error = await errorOf(`postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`);
    expect(error).toMatch(/ is behind a pooler in transaction mode\. Give the address of the database itself, or /);
  });

  test('there is no database of this name', async () => {
    expect(await errorOf(urlOf('postgres', 'none'), 3_600_000)).toMatch(/has no database of this name\.\n/);
  });
});

test('a command on a database that cannot be reached ends with the same words', async () => {
  const url = `postgres://site:pass-of-it@127.0.0.1:${await freePort()}/site`;
  const { code, stderr } = await runProgramToEnd(['src/cli/admin.ts', 'list'], {
    DATA_DIR: newFolder(),
    DATABASE_URL: url,
  });
  expect(stderr).toMatch(/^DATABASE_URL: the database at 127\.0\.0\.1:\d+ refuses the connection\.\n/);
  expect(stderr).not.toMatch(STACK);
  expect(code).toBe(1);
});

const waiting = () => ({ DATA_DIR: newFolder(), DATABASE_WAIT_SECONDS: '600' });

test('SIGTERM ends a start that waits for its database, with 0', async () => {
  const start = spawnStart({ ...waiting(), DATABASE_URL: `postgres://site:x@127.0.0.1:${await freePort()}/site` });
  await waitFor(() => start.output().includes('Waiting for the database'));
  start.child.kill('SIGTERM');
  expect((await start.ended).code).toBe(0);
  expect(start.output()).toMatch(/…\nStopping …\nStopped\.\n$/);
});

test('SIGTERM in the last step of a start ends it: it is announced no more', async () => {
  const name = newName('site');
  await asSuperuser(`create database ${name}`);
  const env = { DATA_DIR: newFolder(), DATABASE_URL: urlOf('postgres', name), SAMPLE_CONTENT: 'false' };
  expect((await tryStart(env)).output).toMatch(/^ready /m);
  const holder = await connectTo(env.DATABASE_URL);
  await holder.query('begin; lock table mail.outbox');
  const start = spawnStart(env);
  const isCounting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%as undelivered,%'`;
  await expect.poll(() => queryAt(env.DATABASE_URL, isCounting), LONG).toHaveLength(1);
  start.child.kill('SIGTERM');
  await waitFor(() => start.output().includes('Stopping …'));
  await holder.end();
  expect((await start.ended).code).toBe(0);
  expect(start.output()).toBe('Stopping …\nStopped.\n');
});

describe('a login without the rights that the site needs', () => {
  const LIST = /connected to this database: (.*)\.\nThen start again/;

  test('is told the statements that give them; a start that waits for its database, and says so once, is ready after these when the database comes; one that is missing later is told alone', async () => {
    const { login, name, url } = await makeLogin();
    const refused = await tryStart({ DATA_DIR: newFolder(), DATABASE_URL: url, SAMPLE_CONTENT: 'false' });
    expect(refused.output).toContain(`The login ${login} of DATABASE_URL lacks rights on the database ${name}.`);
    expect(refused.output).not.toMatch(STACK);
    expect(refused.code).toBe(1);
    const statements = LIST.exec(refused.output)?.[1] ?? '';
    expect(statements).toContain(`alter database "${name}" owner to "${login}"`);
    expect(statements).toMatch(new RegExp(`alter role "${login}" createrole|grant .* to "${login}" with admin option`));
    await asSuperuser(statements, name);
    await startBeforeDatabase(login, name);
    await asSuperuser(`revoke anon from ${login} cascade`);
    const again = await tryStart({ DATA_DIR: newFolder(), DATABASE_URL: url, SAMPLE_CONTENT: 'false' });
    expect(LIST.exec(again.output)?.[1]).toBe(`grant anon to "${login}"`);
  });

  test('of the owner who may not create roles only that right is named', async () => {
    const { login, name, url } = await makeLogin();
    await asSuperuser(`alter database ${name} owner to ${login}`);
    const { output } = await tryStart({ DATA_DIR: newFolder(), DATABASE_URL: url, SAMPLE_CONTENT: 'false' });
    expect(LIST.exec(output)?.[1]).toMatch(/^(alter role "\w+" createrole|grant [\w, ]+ to "\w+" with admin option)$/);
  });
});

async function startBeforeDatabase(login: string, name: string): Promise<void> {
  const [port, env] = [await freePort(), waiting()];
  const start = spawnStart({ ...env, DATABASE_URL: urlOf(login, name, port) });
  await waitFor(() => start.output().includes('Waiting for the database at 127.0.0.1'));
  const { port: realPort } = new URL(database.urlFor('postgres', PASSWORD));
  await listen((socket) => {
    const real = connect(Number(realPort), '127.0.0.1');
    real.on('error', () => socket.destroy());
    real.on('close', () => socket.destroy());
    socket.on('close', () => real.destroy());
    socket.pipe(real).pipe(socket);
  }, port);
  await expect.poll(start.output, LONG).toMatch(/^ready /m);
  expect(start.output().match(/Waiting for the database/g)).toHaveLength(1);
  const [, url] = /^ready (\S+)$/m.exec(start.output()) ?? [];
  expect((await fetch(`${url}/auth/v1/health`)).status).toBe(200);
  expect(existsSync(join(env.DATA_DIR, 'postgres'))).toBe(false);
  start.child.kill('SIGTERM');
  expect((await start.ended).code).toBe(0);
}
