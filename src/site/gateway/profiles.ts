import type { DataClient } from './client.ts';
import { dataOf } from './lists.ts';
import type { Row } from './site-database.ts';
import { writeOneRow } from './writes.ts';

/** The name of an account: `person` is an id of the firm's people, and else `name` is the person's own. */
export type Profile = Row<'profiles'>;

/** Every name that the caller may read. Rethrows the backend's error. */
export function listProfiles(client: DataClient): Promise<Profile[]> {
  return dataOf(client.from('profiles').select('user_id, name, person'));
}

/** Writes the name of an account. Throws RejectedWrite, and the backend's error. */
export async function saveProfile(client: DataClient, profile: Profile): Promise<void> {
  await writeOneRow(client.from('profiles').upsert(profile).select('user_id'));
}

/** Deletes the name of an account, if there is one. Rethrows the backend's error. */
export async function deleteProfile(client: DataClient, userId: string): Promise<void> {
  await dataOf(client.from('profiles').delete().eq('user_id', userId));
}
