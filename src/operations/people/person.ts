import type { RunQuery } from '#backend/database/connect.ts';

/** What is held of a person; `account` is null where the address has none. */
export type PersonData = Record<string, unknown> & { account: Record<string, unknown> | null };

/**
 * Everything that is held of an address, as an account and in messages that have not left, without passwords, secrets and
 * tokens. `email` is in lower case.
 */
export async function exportPerson(query: RunQuery, email: string): Promise<PersonData> {
  const { rows } = await query('select public.person_data($1, $2) as data', [await findAccount(query, email), email]);
  return rows[0]?.['data'] as PersonData;
}

export type Erased = { account: boolean; messages: number };

/**
 * Deletes the account of an address with its traces, and messages of or to the address that have not left. Returns what
 * there was. Throws the database's error P0001 for the last administrator who can sign in.
 */
export async function erasePerson(query: RunQuery, email: string): Promise<Erased> {
  const { rows } = await query('select public.erase_person($1, $2) as erased', [
    await findAccount(query, email),
    email,
  ]);
  return rows[0]?.['erased'] as Erased;
}

async function findAccount(query: RunQuery, email: string): Promise<string | null> {
  const { rows } = await query('select id from auth.users where lower(email) = $1', [email]);
  return (rows[0]?.['id'] as string | undefined) ?? null;
}
