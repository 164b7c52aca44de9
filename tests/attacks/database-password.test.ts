import { readFileSync } from 'node:fs';
import { type Server, type Socket, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import { type TestApp, startTestApp, waitFor } from '../support/test-app.ts';

/** Messages of PostgreSQL's protocol, version 3: a letter, the length, the body. */
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

/** A server that is none: answers the first message of each connection with `first`, and what follows by `next`. */
type Impostor = { port: number; heard: () => string; connections: () => number; close: () => Promise<void> };

async function listenAsImpostor(
  first: Buffer,
  port = 0,
  next: (heard: string) => Buffer | null = () => null,
): Promise<Impostor> {
  const sockets = new Set<Socket>();
  let heard = '';
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let isFirst = true;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
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
    heard: () => heard,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a login that requires SCRAM', () => {
  const cases = [
    ['asks for a cleartext password', ASK_CLEARTEXT, () => null],
    ['asks for an MD5 password', ASK_MD5, () => null],
    ['asks for nothing', TRUST, () => null],
    [
      'begins SCRAM and never proves that it knows the password',
      ASK_SCRAM,
      (heard: string) => {
        const nonce = /r=([^,]+)$/.exec(heard)?.[1];
        return nonce ? authentication(11, `r=${nonce}more,s=c2FsdA==,i=4096`) : TRUST;
      },
    ],
  ] as const;
  test.each(cases)('sends no password to a server that %s', async (_name, first, next) => {
    const impostor = await listenAsImpostor(first, 0, next);
    const url = `postgres://authenticator:the-secret@127.0.0.1:${impostor.port}/postgres?require_auth=scram-sha-256`;
    const database = connectDatabase(url);
    const error = await database.pool.query('select 1').then(
      () => 'no error',
      (reason: Error) => reason.message,
    );
    const heard = impostor.heard();
    await impostor.close();
    await closeDatabase(database);
    expect(heard).not.toContain('the-secret');
    expect(heard).not.toMatch(/md5[0-9a-f]{32}/);
    expect(heard).not.toContain('select 1');
    expect(error).toMatch(/SCRAM/);
  });
});

describe('while PostgreSQL restarts, another program takes its port', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ smtp: false });
  });
  afterAll(() => app?.stop());

  test('it gets connections of the site and never the password', async () => {
    const { authenticatorPassword } = JSON.parse(readFileSync(join(app.dataFolder, 'secrets.json'), 'utf8'));
    const { databasePort } = JSON.parse(readFileSync(join(app.dataFolder, 'running.json'), 'utf8'));
    const impostor = await takePortOf(app.dataFolder, databasePort);
    const asked = Promise.resolve(app.anon.from('categories').select('id'));
    await waitFor(() => impostor.heard().includes('authenticator'));
    await sleep(1500);
    const heard = impostor.heard();
    await impostor.close();
    await asked;
    expect(heard).not.toContain(authenticatorPassword);
    await expect
      .poll(async () => (await app.anon.from('categories').select('id')).status, { timeout: 40_000 })
      .toBe(200);
  });
});

/** Kills the postmaster and binds its port before the app has started the next one; tries again when it came too late. */
async function takePortOf(dataFolder: string, port: number): Promise<Impostor> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const pid = Number(readFileSync(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0]);
    process.kill(pid, 'SIGKILL');
    const end = Date.now() + 1000;
    while (Date.now() < end) {
      const impostor = await listenAsImpostor(ASK_CLEARTEXT, port).catch(() => null);
      if (impostor) return impostor;
      await sleep(2);
    }
    await sleep(2000);
  }
  throw new Error('The port was never free.');
}
