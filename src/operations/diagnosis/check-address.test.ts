import { execFileSync } from 'node:child_process';
import { type Server, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '#tests/support/app-process.ts';
import { findProgram } from '#tests/support/find-program.ts';
import { checkAddress, judgeCertificate } from './check-address.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-22T08:00:00Z');

let server: Server;
let siteUrl: string;
let answer: { status: number; body: string };

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  answer = { status: 200, body: JSON.stringify({ keys: [{ kid: 'own-key' }] }) };
});

const check = (url = siteUrl) => checkAddress({ siteUrl: url, keyId: 'own-key', now: () => NOW });

test('an address of this machine only is a warning that says so, then names the setting', async () => {
  expect(await check()).toMatchObject({
    state: 'warning',
    says: `The public address of the site is not set: only the server itself can open ${siteUrl}.`,
    remedy: expect.stringContaining('(SITE_URL)'),
  });
});

test('a site with other keys is another site', async () => {
  answer.body = JSON.stringify({ keys: [{ kid: 'other-key' }] });
  expect(await check()).toMatchObject({ state: 'bad', says: `Another site answers at ${siteUrl}.` });
});

test('an error status is named', async () => {
  answer = { status: 502, body: 'Bad Gateway' };
  expect(await check()).toMatchObject({ state: 'bad', says: `${siteUrl} answers with status 502.` });
});

test('an address without a listener, and a name without DNS, are errors of different kinds', async () => {
  const closed = `http://127.0.0.1:${await freePort()}`;
  expect(await check(closed)).toMatchObject({ state: 'bad', says: `${closed} cannot be reached (ECONNREFUSED).` });
  expect(await check('https://no-such-host.invalid')).toMatchObject({
    state: 'bad',
    says: 'The name no-such-host.invalid is not found in DNS.',
  });
});

test('a certificate is good until two weeks before its end', () => {
  const url = 'https://firm.example';
  const inDays = (days: number) => judgeCertificate(url, new Date(NOW.getTime() + days * DAY_MS), NOW);
  expect(inDays(15)).toMatchObject({ state: 'good' });
  expect(inDays(13)).toMatchObject({ state: 'warning', says: `The certificate of ${url} ends in 13 days.` });
  expect(judgeCertificate(url, null, NOW)).toMatchObject({
    state: 'warning',
    says: `${url} answers, but the end of its certificate could not be read.`,
  });
});

const openssl = findProgram('openssl');
test.skipIf(!openssl)('an ending certificate is found behind a proxy that has one for each name', async () => {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', '-', '-out', '-'];
  const pem = execFileSync(openssl ?? '', ['req', '-x509', ...key, '-days', '3', '-subj', '/CN=localhost'], {
    stdio: 'pipe',
  });
  const context = createSecureContext({ key: pem, cert: pem });
  const proxy = createTlsServer({ SNICallback: (_name, done) => done(null, context) }, (_request, response) => {
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve));
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const url = `https://localhost:${(proxy.address() as AddressInfo).port}`;
  const found = await checkAddress({ siteUrl: url, keyId: 'own-key', now: () => new Date() });
  vi.unstubAllEnvs();
  proxy.closeAllConnections();
  proxy.close();
  expect(found).toMatchObject({ state: 'warning', says: `The certificate of ${url} ends in 2 days.` });
});
