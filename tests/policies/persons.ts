import type { Client, TestApp } from '../support/test-app.ts';
import type { Person } from './rights.ts';

/** A client of each person. */
export async function signInPersons(app: TestApp): Promise<Record<Person, Client>> {
  return {
    anonymous: app.anon,
    'signed-in': await app.signIn({ admin: false }),
    writer: await app.signIn({ admin: false, writer: true }),
    admin: await app.signIn({ admin: true }),
    service: app.service,
  };
}

/** The id of the account that the client is signed in to. */
export async function idOf(client: Client): Promise<string> {
  const { data, error } = await client.auth.getUser();
  if (error) throw error;
  return data.user.id;
}
