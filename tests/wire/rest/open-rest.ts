import type { SupabaseClient } from '@supabase/supabase-js';
import { startTestApp, type TestApp, waitFor } from '../../support/test-app.ts';
import { SAMPLES } from './samples.ts';

/** An installation with sample tables, and clients without types: most of what is asked is on purpose no part of them. */
export type Rest = {
  app: TestApp;
  admin: SupabaseClient;
  person: SupabaseClient;
  visitor: SupabaseClient;
  service: SupabaseClient;
  /** A request as no client would send it, with the service's key. */
  ask: (path: string, init?: Ask) => Promise<Answer>;
};

export type Ask = { method?: string; body?: string; headers?: Record<string, string> };
export type Answer = { status: number; headers: Headers; text: string; body: Record<string, unknown> };

export async function openRest(): Promise<Rest> {
  const app = await startTestApp();
  await app.query(SAMPLES);
  const service = app.service as unknown as SupabaseClient;
  // The tables were made behind the API's back; it learns of them by being asked.
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
