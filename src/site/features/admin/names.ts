import { useCallback, useMemo } from 'react';
import { saving } from '#site/content/saving.ts';
import { findLeader } from '#site/content/team.ts';
import { listProfiles, type Profile } from '#site/gateway/profiles.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { useUserId } from './live/live-provider.tsx';
import { useAdminQuery } from './queries.ts';

type Person = { email: string | null; userId: string | null };
/** The names of the accounts that have one, by the id of the account. */
export type Names = ReadonlyMap<string, string>;
/** A person as others see them in sentences. */
export type NameOf = (person: Person) => string;

const FRESH_MS = 60_000;

/** The profiles; until they are read, and if they cannot be read, the dashboard shows addresses. */
export function useProfiles(): readonly Profile[] | undefined {
  return useAdminQuery(QUERY_KEYS.adminProfiles, listProfiles, { staleTime: FRESH_MS }).data;
}

export function useNames(): Names {
  const profiles = useProfiles();
  return useMemo(() => namesOf(profiles ?? []), [profiles]);
}

/** A person who has left the firm's list has no name until they choose another. */
export function namesOf(profiles: readonly Profile[]): Names {
  return new Map(
    profiles.flatMap(({ user_id, name, person }) => {
      const shown = name ?? findLeader(person)?.name;
      return shown ? [[user_id, shown]] : [];
    }),
  );
}

/** The name, else the address; null where neither is known. */
export function nameOrAddress(names: Names, { email, userId }: Person): string | null {
  return names.get(userId ?? '') ?? email;
}

export function useNameOf(): NameOf {
  const userId = useUserId();
  const names = useNames();
  return useCallback(
    (person) => (person.userId === userId ? saving.who.self : (nameOrAddress(names, person) ?? saving.who.unknown)),
    [userId, names],
  );
}

/** The number of ids in the address of a request is bounded. */
const MAX_FOUND = 50;

export function findByName(names: Names, text: string): string[] {
  const sought = text.trim().toLowerCase();
  if (!sought) return [];
  const found = [...names].filter(([, name]) => name.toLowerCase().includes(sought));
  return found.slice(0, MAX_FOUND).map(([userId]) => userId);
}
