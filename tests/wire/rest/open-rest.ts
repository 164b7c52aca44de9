import type { SupabaseClient } from '@supabase/supabase-js';
import { startHouse, type TestHouse, waitFor } from '../../support/house.ts';
import { SAMPLES } from './samples.ts';

/** An installation with sample tables, and clients without types: most of what is asked is on purpose no part of them. */
export type Rest = {
  house: TestHouse;
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
  const house = await startHouse();
  await house.query(SAMPLES);
  const service = house.service as unknown as SupabaseClient;
  // The tables were made behind the API's back; it learns of them by being asked.
  await waitFor(async () => (await service.from('samples').select('id').limit(1)).error === null);
  return {
    house,
    admin: (await house.signIn({ admin: true })) as unknown as SupabaseClient,
    person: (await house.signIn({ admin: false })) as unknown as SupabaseClient,
    visitor: house.anon as unknown as SupabaseClient,
    service,
    ask: askAs(house.url, house.serviceRoleKey),
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
