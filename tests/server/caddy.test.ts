import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receivesChanges, passesLargeFile, answerWhileAway, signInFromAnotherAddress } from './proxy-steps.ts';
import { ROOT } from '../support/root.ts';
import { findProgram } from '../support/find-program.ts';
import { freePort } from '../support/app-process.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

const program = findProgram('caddy');

/** Caddy with deploy/caddy/Caddyfile as it is. Without TLS, so that it puts no authority into this machine's trust. */
async function startCaddy(address: string, upstream: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'caddy-'));
  const child = spawn(program ?? '', ['run', '--config', 'deploy/caddy/Caddyfile', '--adapter', 'caddyfile'], {
    cwd: ROOT,
    stdio: 'ignore',
    env: {
      SITE_ADDRESS: address,
      UPSTREAM: upstream,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      CADDY_ADMIN: `unix/${join(folder, 'admin.sock')}`,
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await waitFor(() => fetch(address).catch(() => null));
  return async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}

describe.skipIf(program === null)(`Caddy in front of the site${program ? '' : ' (skipped: not installed)'}`, () => {
  let app: TestApp;
  let stopCaddy: (() => Promise<void>) | undefined;
  let url: string;

  beforeAll(async () => {
    const [port, site] = [await freePort(), await freePort()];
    url = `http://127.0.0.1:${port}`;
    app = await startTestApp({ env: { SITE_URL: url, TRUST_PROXY: '1', PORT: String(site) } });
    stopCaddy = await startCaddy(url, `127.0.0.1:${site}`);
  });
  afterAll(async () => {
    await stopCaddy?.();
    await app?.stop();
  });

  test('the site sees the address of the visitor, whatever the visitor claims', async () => {
    expect(await signInFromAnotherAddress(app, url)).toEqual(['127.0.0.2']);
  });

  test('changes arrive by WebSocket', async () => {
    expect(await receivesChanges(app, url)).toBe(true);
  });

  test('a file of many megabytes is uploaded and downloaded whole', async () => {
    expect(await passesLargeFile(app, url)).toBe(true);
  });

  test('metrics are not read from outside', async () => {
    const answer = await fetch(`${url}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([404, '']);
  });

  test('while the site is away visitors are told when to try again', async () => {
    expect(await answerWhileAway(app, url)).not.toBeNull();
  });
});
