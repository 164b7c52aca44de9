import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#server/config.ts';
import { findProgram } from '../support/find-program.ts';
import { ROOT } from '../support/root.ts';

const run = promisify(execFile);
const read = (path: string) => readFile(join(ROOT, 'deploy', path), 'utf8');
const SYSTEMD_ANALYZE = findProgram('systemd-analyze');
/** systemd-analyze rates from 0 (safe) to 10; the network, which the site serves, makes the larger part of it. */
const MAX_EXPOSURE = 1.6;

describe('the systemd unit', () => {
  /** The unit for the folder of this repository, since systemd checks that programs exist. */
  async function writeUnit(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'unit-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'india-going-global.service');
    const unit = await read('systemd/india-going-global.service');
    await writeFile(file, unit.replaceAll('/opt/india-going-global', ROOT));
    return file;
  }
  const skipped = SYSTEMD_ANALYZE ? '' : ' (skipped: systemd-analyze is not installed)';

  test.skipIf(!SYSTEMD_ANALYZE)(`is accepted by systemd without a warning${skipped}`, async () => {
    const { stdout, stderr } = await run(SYSTEMD_ANALYZE ?? '', ['verify', '--man=no', await writeUnit()]);
    expect(stdout + stderr).toBe('');
  });

  test.skipIf(!SYSTEMD_ANALYZE)(`is confined as far as systemd can${skipped}`, async () => {
    const args = ['security', '--offline=true', '--no-pager', `--threshold=${MAX_EXPOSURE * 10}`];
    const { stdout } = await run(SYSTEMD_ANALYZE ?? '', [...args, await writeUnit()]);
    expect(stdout).toContain('Overall exposure level');
  });

  test('runs as an account of its own, starts what `npm start` starts, and may write its data only', async () => {
    const unit = await read('systemd/india-going-global.service');
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(unit).toMatch(/^User=india-going-global$/m);
    const start = String(scripts.start).replace(/^exec /, '');
    expect(unit).toContain(`/node_modules/.bin/${start}\n`);
    expect(unit).toMatch(/^ProtectSystem=strict$/m);
    expect(unit).toMatch(/^StateDirectory=india-going-global$/m);
    expect(unit).toMatch(/^Environment=SITE_ENV_FILE=\/etc\/india-going-global\.env$/m);
    expect(await read('systemd/india-going-global.env')).toMatch(/^DATA_DIR=\/var\/lib\/india-going-global$/m);
  });

  test('its settings are accepted by the product', async () => {
    const lines = (await read('systemd/india-going-global.env')).split('\n');
    const settings = lines.flatMap((line) => {
      const [, name, value] = /^#?([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name ? [[name, value]] : [];
    });
    expect(settings.length).toBeGreaterThan(3);
    expect(readConfig(Object.fromEntries(settings))).toMatchObject({
      siteUrl: 'https://firm.example',
      trustProxy: 1,
      enquiriesTo: ['office@firm.example'],
    });
  });
});

describe('the container', () => {
  test('is built from the lock file and runs as an ordinary user with its data in a volume', async () => {
    const [build = '', final = ''] = (await read('container/Containerfile')).split(/^FROM /m).slice(1);
    expect(build).toContain('npm run build');
    expect(final).toMatch(/^USER node$/m);
    expect(final).toMatch(/^VOLUME \/data$/m);
    expect(final).toMatch(/DATA_DIR=\/data/);
    const command = JSON.parse(/^CMD (.*)$/m.exec(final)?.[1] ?? '[]') as string[];
    expect(command).toEqual(['node_modules/.bin/node', 'scripts/run.mjs', 'start']);
  });

  test('takes no data, settings and history of the machine along that builds it', async () => {
    const ignored = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.git', 'data', 'build', '**/node_modules', '*.env']));
  });

  test('is started by the compose file without rights, with a read-only system, behind the proxy', async () => {
    const { services, volumes } = parse(await read('container/compose.yaml')) as {
      services: Record<string, Record<string, unknown>>;
      volumes: Record<string, unknown>;
    };
    const { site = {}, proxy = {} } = services;
    expect(site).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(site['ports']).toBeUndefined();
    expect(proxy).toMatchObject({ cap_drop: ['ALL'], cap_add: ['NET_BIND_SERVICE'] });
    expect(Object.keys(volumes)).toEqual(['data', 'certificates']);
    const environment = site['environment'] as Record<string, string | null>;
    const values = Object.entries(environment).map(([name, value]) => [name, value?.replaceAll(/\$\{[^}]*\}/g, '')]);
    expect(() => readConfig({ ...Object.fromEntries(values), SITE_URL: 'https://firm.example' })).not.toThrow();
  });

  test('has the same health check in the image and the compose file, which finds a site that does not answer', async () => {
    const { services } = parse(await read('container/compose.yaml')) as {
      services: { site: { healthcheck: { test: string[] } } };
    };
    const [kind, ...command] = services.site.healthcheck.test;
    expect(kind).toBe('CMD');
    const image = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(await read('container/Containerfile'))?.[1] ?? '[]';
    expect(JSON.parse(image)).toEqual(command);

    const answers = { status: 200 };
    const server = createServer((_request, response) => response.writeHead(answers.status).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const check = () =>
      run(command[0] ?? '', command.slice(1), { cwd: ROOT, env: { HOST: '0.0.0.0', PORT: String(port) } }).then(
        () => 0,
        ({ code }: { code: number }) => code,
      );
    expect(await check()).toBe(0);
    answers.status = 503;
    expect(await check()).toBe(1);
    server.removeAllListeners('request');
    expect(await check()).toBe(1);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await check()).toBe(1);
  });
});
