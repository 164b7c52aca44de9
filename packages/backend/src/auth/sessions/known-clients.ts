import { isIP, isIPv4 } from 'node:net';
import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import { addressKey } from '../../http/client-address.ts';
import type { Keys } from '../../http/keys.ts';
import type { AuthDeps } from '../auth-deps.ts';
import type { ClientInfo } from './sessions.ts';
import { findUserByEmail } from '../accounts/users.ts';

/** Rows per account. Each client takes two: device and address. */
const MAX_KEPT = 20;
/** A use is written again after this time, so that most refreshes write nothing. */
const NOTED_MS = 24 * 3600 * 1000;
/** Used for an unknown address, so that the same query is made. */
const UNKNOWN_USER_ID = '00000000-0000-0000-0000-000000000000';
const DAY_MS = 86_400_000;

type ClientDeps = Pick<AuthDeps, 'keys' | 'now' | 'settings'>;

/**
 * Whether somebody signed in to the account from this client before: with the same User-Agent in the same network (the
 * device), or from the same address. Returns the keyed hash of the match, the device before the address, or null.
 */
async function recogniseClient(
  query: RunQuery,
  { keys, now, settings }: ClientDeps,
  userId: string | null,
  client: ClientInfo,
): Promise<string | null> {
  const since = new Date(now().getTime() - settings.retention.knownClientDays * DAY_MS);
  const hashes = hashesOf(keys, userId ?? UNKNOWN_USER_ID, client);
  const { rows } = await query(
    'select client_hash from auth.known_clients where user_id = $1 and client_hash = any($2) and last_used_at > $3',
    [userId ?? UNKNOWN_USER_ID, hashes, since.toISOString()],
  );
  const known = new Set(rows.map((row) => row['client_hash']));
  return hashes.find((hash) => known.has(hash)) ?? null;
}

/**
 * Finds the account of an address and whether it knows the client, with the same queries when there is no account.
 * `knownAs` is null for a stranger.
 */
export function findAccountOf(deps: ClientDeps & Pick<AuthDeps, 'database'>, email: string, client: ClientInfo) {
  return asBackend(deps.database, async (query) => {
    const found = await findUserByEmail(query, email);
    return { found, knownAs: await recogniseClient(query, deps, found?.id ?? null, client) };
  });
}

/**
 * Whether the client is a device of the account: the same User-Agent in the same network. The address alone is not
 * enough, because people share it.
 */
export async function isKnownDevice(
  query: RunQuery,
  deps: ClientDeps,
  userId: string,
  client: ClientInfo,
): Promise<boolean> {
  const [device] = hashesOf(deps.keys, userId, client);
  return (await recogniseClient(query, deps, userId, client)) === device;
}

/** Records a client that has signed in to the account, and deletes the least recently used beyond MAX_KEPT. */
export async function rememberClient(
  query: RunQuery,
  keys: Keys,
  userId: string,
  client: ClientInfo,
  now: Date,
): Promise<void> {
  if (!isIP(client.address)) return;
  const { rowCount } = await query(
    `insert into auth.known_clients as known (user_id, client_hash, last_used_at)
     select $1, unnest($2::text[]), $3
     on conflict (user_id, client_hash) do update set last_used_at = excluded.last_used_at where known.last_used_at < $4`,
    [userId, hashesOf(keys, userId, client), now.toISOString(), new Date(now.getTime() - NOTED_MS).toISOString()],
  );
  if (rowCount === 0) return;
  await query(
    `delete from auth.known_clients where user_id = $1 and client_hash not in (
       select client_hash from auth.known_clients where user_id = $1 order by last_used_at desc limit ${MAX_KEPT})`,
    [userId],
  );
}

/** Keyed hashes of the device and of the address. Clients send no cookie; User-Agent and network stand for a device. */
function hashesOf(keys: Keys, userId: string, { address, userAgent }: ClientInfo): [device: string, address: string] {
  const network = isIPv4(address) ? address.replace(/\.\d{1,3}$/, '.0/24') : addressKey(address);
  const hash = (text: string): string => keys.derive('known-client', `${userId}\n${text}`);
  return [hash(`device\n${network}\n${userAgent ?? ''}`), hash(`address\n${addressKey(address)}`)];
}
