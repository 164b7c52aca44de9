import { readFileSync } from 'node:fs';
import { type Server, type Socket, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

/** A message of PostgreSQL's protocol, version 3: a letter, the length, the body. */
function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
function authentication(kind: number, rest = ''): Buffer {
  const code = Buffer.alloc(4);
  code.writeInt32BE(kind);
  return message('R', Buffer.concat([code, Buffer.from(rest, 'latin1')]));
}
const ASK_CLEARTEXT = authentication(3);
const ASK_MD5 = authentication(5, 'salt');
const ASK_SCRAM = authentication(10, 'SCRAM-SHA-256\0\0');
const TRUST = Buffer.concat([authentication(0), message('Z', Buffer.from('I'))]);

/** A fake PostgreSQL server that answers the first message of each connection with `first`, and later ones with `next`. */
type FakeServer = { port: number; received: () => string; connections: () => number; close: () => Promise<void> };

async function startFakeServer(
  first: Buffer,
  port = 0,
  next: (received: string) => Buffer | null = () => null,
): Promise<FakeServer> {
  const sockets = new Set<Socket>();
  let received = '';
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let isFirst = true;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const answer = isFirst ? first : next(chunk.toString('latin1'));
      isFirst = false;
      if (answer) socket.write(answer);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as { port: number }).port,
    received: () => received,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a login that requires SCRAM', () => {
  const cases = [
    ['requests a cleartext password', ASK_CLEARTEXT, () => null],
    ['requests an MD5 password', ASK_MD5, () => null],
    ['requests no password', TRUST, () => null],
    [
      'begins SCRAM but does not prove that it knows the password',
      ASK_SCRAM,
      (received: string) => {
        const nonce = /r=([^,]+)$/.exec(received)?.[1];
        return nonce ? authentication(11, `r=${nonce}more,s=c2FsdA==,i=4096`) : TRUST;
      },
    ],
  ] as const;
  test.each(cases)('sends no password to a server that %s', async (_name, first, next) => {
    const fakeServer = await startFakeServer(first, 0, next);
    const url = `postgres://authenticator:the-secret@127.0.0.1:${fakeServer.port}/postgres?require_auth=scram-sha-256`;
    const database = connectDatabase(url);
    const error = await database.pool.query('select 1').then(
      () => 'no error',
      (reason: Error) => reason.message,
    );
    const received = fakeServer.received();
    await fakeServer.close();
    await closeDatabase(database);
    expect(received).not.toContain('the-secret');
    expect(received).not.toMatch(/md5[0-9a-f]{32}/);
    expect(received).not.toContain('select 1');
    expect(error).toMatch(/SCRAM/);
  });
});

describe('a program that takes the port of PostgreSQL during a restart', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ smtp: false });
  });
  afterAll(() => app?.stop());

  test('receives connections of the app but never the password', async () => {
    const { authenticatorPassword } = JSON.parse(readFileSync(join(app.dataFolder, 'secrets.json'), 'utf8'));
    const { databasePort } = JSON.parse(readFileSync(join(app.dataFolder, 'running.json'), 'utf8'));
    const fakeServer = await takePortOf(app.dataFolder, databasePort);
    const request = Promise.resolve(app.anon.from('categories').select('id'));
    await waitFor(() => fakeServer.received().includes('authenticator'));
    await sleep(1500);
    const received = fakeServer.received();
    await fakeServer.close();
    await request;
    expect(received).not.toContain(authenticatorPassword);
    await expect.poll(async () => (await app.anon.from('categories').select('id')).status, LONG).toBe(200);
  });
});

/** Kills the postmaster and binds its port before the app starts the next one. Repeats this if the port is taken. */
async function takePortOf(dataFolder: string, port: number): Promise<FakeServer> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const pid = Number(readFileSync(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0]);
    process.kill(pid, 'SIGKILL');
    const end = Date.now() + 1000;
    while (Date.now() < end) {
      const fakeServer = await startFakeServer(ASK_CLEARTEXT, port).catch(() => null);
      if (fakeServer) return fakeServer;
      await sleep(2);
    }
    await sleep(2000);
  }
  throw new Error('The port was never free.');
}
