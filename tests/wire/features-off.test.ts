import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { type Client, type TestApp } from '../support/test-app.ts';

/** Features that a hosted project has only when they are turned on answer here as there while they are off. */
let app: TestApp;
let person: Client;
beforeAll(async () => {
  app = await shareTestApp();
  person = await app.signIn({ admin: false });
});
afterAll(() => app?.stop());

const codesOf = (answers: { error: { code?: string } | null }[]) => [
  ...new Set(answers.map(({ error }) => error?.code)),
];

test('the project is no OAuth server for others', async () => {
  const { oauth } = person.auth;
  const byPerson = [
    await oauth.getAuthorizationDetails(randomUUID()),
    await oauth.approveAuthorization(randomUUID(), { skipBrowserRedirect: true }),
    await oauth.denyAuthorization(randomUUID(), { skipBrowserRedirect: true }),
    await oauth.listGrants(),
    await oauth.revokeGrant({ clientId: randomUUID() }),
  ];
  expect(codesOf(byPerson)).toEqual(['feature_disabled']);
  const { admin } = app.service.auth;
  const client = { client_name: 'Other', redirect_uris: ['https://other.example'] };
  const byService = [
    await admin.oauth.listClients(),
    await admin.oauth.createClient(client),
    await admin.oauth.getClient(randomUUID()),
    await admin.oauth.updateClient(randomUUID(), client),
    await admin.oauth.deleteClient(randomUUID()),
    await admin.oauth.regenerateClientSecret(randomUUID()),
  ];
  expect(codesOf(byService)).toEqual(['feature_disabled']);
  expect((await person.auth.admin.oauth.listClients()).error?.status).toBeGreaterThanOrEqual(401);
});

test('providers cannot be added by the API', async () => {
  const { customProviders } = app.service.auth.admin;
  const provider = { identifier: 'custom:x', name: 'X', client_id: 'x', client_secret: 'y' };
  const answers = [
    await customProviders.listProviders(),
    await customProviders.createProvider({ ...provider, provider_type: 'oidc' }),
    await customProviders.getProvider('custom:x'),
    await customProviders.updateProvider('custom:x', { name: 'Y' }),
    await customProviders.deleteProvider('custom:x'),
  ];
  expect(codesOf(answers)).toEqual(['feature_disabled']);
});

test('SAML is disabled, and passkeys are for a site at an IP address', async () => {
  expect((await app.anon.auth.signInWithSSO({ domain: 'firm.example' })).error?.code).toBe('saml_provider_disabled');
  const answer = await fetch(`${app.url}/auth/v1/passkeys/authentication/options`, {
    method: 'POST',
    headers: { apikey: app.anonKey, 'X-Supabase-Api-Version': '2024-01-01' },
  });
  expect([answer.status, (await answer.json()).code]).toEqual([404, 'passkey_disabled']);
});

test('the data API describes itself to nobody, and knows no PostGIS', async () => {
  const spec = await app.service.getOpenApiSpec();
  expect(spec).toMatchObject({ status: 404, error: { code: 'PGRST126' } });
  const places = await app.service.from('categories').select().geojson();
  expect(places).toMatchObject({ status: 406, error: { code: 'PGRST107' } });
});

test('storage has no Iceberg tables and no vectors', async () => {
  const { analytics, vectors } = app.service.storage;
  const answers = [
    await analytics.createBucket('tables'),
    await analytics.listBuckets(),
    await analytics.deleteBucket('tables'),
    await vectors.listBuckets(),
  ];
  expect(codesOf(answers as { error: { code?: string } | null }[])).toEqual(['FeatureNotEnabled']);
});

test('a service that only a hosted project has answers with a 404 that its client can read', async () => {
  const { data, error } = await app.anon.functions.invoke('greet');
  expect(data).toBeNull();
  expect((error as { context: Response }).context.status).toBe(404);
  for (const [path, method] of [
    ['functions/v1/greet', 'GET'],
    ['graphql/v1', 'GET'],
    ['graphql/v1', 'POST'],
  ] as const) {
    const response = await fetch(`${app.url}/${path}`, { method });
    expect(response.status, path).toBe(404);
    expect(await response.json()).toEqual({ code: 'not_found', message: 'This backend has no such service' });
  }
});
