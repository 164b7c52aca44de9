import type { SupabaseClient } from '@supabase/supabase-js';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { SAMPLES } from './samples.ts';

/** An app with sample tables, and clients without types, since the generated types do not have these tables. */
export type Rest = {
  app: TestApp;
  admin: SupabaseClient;
  person: SupabaseClient;
  visitor: SupabaseClient;
  service: SupabaseClient;
  /** A request that no client would send, with the service key. */
  ask: (path: string, init?: Ask) => Promise<RestAnswer>;
};

export type Ask = { method?: string; body?: string; headers?: Record<string, string> };
export type RestAnswer = { status: number; headers: Headers; text: string; body: Record<string, unknown> };

export async function openRest(env: Record<string, string> = {}): Promise<Rest> {
  const app = await startTestApp({ env });
  await app.query(SAMPLES);
  const service = app.service as unknown as SupabaseClient;
  // The data API reads the schema again when a request names an unknown table.
  await waitFor(async () => (await service.from('samples').select('id').limit(1)).error === null);
  return {
    app,
    admin: (await app.signIn({ admin: true })) as unknown as SupabaseClient,
    person: (await app.signIn({ admin: false })) as unknown as SupabaseClient,
    visitor: app.anon as unknown as SupabaseClient,
    service,
    ask: askAs(app.url, app.serviceRoleKey),
  };
}

function askAs(url: string, key: string): Rest['ask'] {
  return async (path, init = {}) => {
    const headers = {
      apikey: key,
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      ...init.headers,
    };
    const response = await fetch(`${url}/rest/v1/${path}`, { ...init, headers });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text.startsWith('{') ? JSON.parse(text) : {},
    };
  };
}

export const idsOf = (rows: unknown): number[] => (rows as { id: number }[]).map(({ id }) => id);
