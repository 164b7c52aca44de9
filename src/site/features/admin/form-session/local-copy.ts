import type { FormKind, ItemKind } from '#contract/items.ts';

/** What is kept of an unsaved form on this device. */
export type Kept<Values> = {
  values: Values;
  /** The version of the item that the values are based on; null for a new item, undefined in a copy of an older site. */
  base: string | null | undefined;
  /** The id that a new item gets, so that a repeated save after a lost answer creates it once. */
  newId?: string | undefined;
  /** The version of the pending draft that the values are based on. */
  draft?: string | null | undefined;
  unanswered?: readonly Unanswered[] | undefined;
};
/** A write without an answer: the server may have carried it out. A copy of a post has no `sent`, which may be long. */
export type Unanswered = { operation: string; sent?: object };
export type LocalCopy<Values> = Kept<Values> & { slot: string; savedAt: string };
export type CopyPlace = { userId: string; kind: FormKind; itemId: string | undefined };

/**
 * The version of the open item that the form shows: its time of saving. `draft` is the version of the pending draft that
 * the form shows instead of the item itself.
 */
export type ItemVersion = { base: string; savedAt?: string; draft?: string | null };

/** The version of a row by the time of its last save. */
export function versionOf({ updated_at }: { updated_at: string }): ItemVersion {
  return { base: updated_at, savedAt: updated_at };
}

/** What the values of a form are based on. A local copy stores it with the values. */
export type FormOrigin = {
  base: string | null;
  newId: string;
  draft: string | null;
  unanswered: readonly Unanswered[];
};

/** The base of a form that shows a local copy of the item, or the item itself. `newId` is for a new item. */
export function originOf(copy: LocalCopy<unknown> | undefined, version: ItemVersion | null, newId: string): FormOrigin {
  return {
    base: copy ? baseOfCopy(copy, version) : (version?.base ?? null),
    newId: copy?.newId ?? newId,
    draft: (copy ? copy.draft : version?.draft) ?? null,
    unanswered: copy?.unanswered ?? [],
  };
}

/**
 * The version that a copy is based on; null for a new item. A copy of an older site has none: it counts as based on the
 * present version where the item was not saved after the copy. The copy's own time is no version of any item.
 */
export function baseOfCopy(
  { base, savedAt }: Pick<LocalCopy<unknown>, 'base' | 'savedAt'>,
  version: ItemVersion | null,
): string | null {
  if (!version) return null;
  // Copies of an older site have the values of a category or testimonial as its version.
  if (base && !Number.isNaN(Date.parse(base))) return base;
  const isOlder = version.savedAt !== undefined && Date.parse(version.savedAt) <= Date.parse(savedAt);
  return isOlder ? version.base : savedAt;
}

/** The window, and not its storage, which throws where the browser blocks it. */
type Device = Pick<Window, 'localStorage'>;

const PREFIX = 'dashboard-copy';
const NEW = 'new';

/** Every opened form has a slot of its own, so that two windows do not overwrite each other. */
export function newSlot(): string {
  // Not crypto.randomUUID(): a browser has it only where the site is served by https.
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;
}

/** Copies belong to a user: on a shared machine the next user does not see them. */
function startOf({ userId, kind, itemId = NEW }: CopyPlace): string {
  return `${PREFIX}:${userId}:${kind}:${itemId}:`;
}

/** Returns whether the copy was written. Without storage there is none; the form still works. */
export function keepCopy<Values>(
  device: Device,
  place: CopyPlace,
  slot: string,
  kept: Kept<Values>,
  now: Date,
): boolean {
  try {
    device.localStorage.setItem(startOf(place) + slot, JSON.stringify({ ...kept, savedAt: now.toISOString() }));
    return true;
  } catch (error) {
    console.warn('The form could not be kept on this device:', error);
    return false;
  }
}

/**
 * The copies of this form, newest first, without unreadable ones. `blank` has the fields of the form: missing fields of
 * an older copy are filled from it, unknown ones are dropped.
 */
export function readCopies<Values extends object>(
  device: Device,
  place: CopyPlace,
  blank: Values,
): LocalCopy<Values>[] {
  const start = startOf(place);
  return keysOf(device, start)
    .flatMap((key) => {
      const kept = readEntry(device, key);
      if (!kept) return [];
      return [{ ...kept, slot: key.slice(start.length), values: likeBlank(kept.values, blank) }];
    })
    .toSorted((one, other) => other.savedAt.localeCompare(one.savedAt));
}

/** The stored values; `blank` replaces fields that are missing or have another type. */
export function likeBlank<Values extends object>(stored: Record<string, unknown>, blank: Values): Values {
  const fields = Object.entries(blank).map(([name, empty]) => [
    name,
    typeof stored[name] === typeof empty ? stored[name] : empty,
  ]);
  return Object.fromEntries(fields) as Values;
}

export function dropCopy(device: Device, place: CopyPlace, slot: string): void {
  try {
    device.localStorage.removeItem(startOf(place) + slot);
  } catch {
    // Without storage there is no copy.
  }
}

export function dropCopies(device: Device, place: CopyPlace): void {
  const start = startOf(place);
  for (const key of keysOf(device, start)) dropCopy(device, place, key.slice(start.length));
}

/** Makes the copy of a deleted item the copy of a new one, with another id: the deleted one may be restored. */
export function moveCopyToNew(device: Device, place: CopyPlace, slot: string): void {
  const kept = readEntry(device, startOf(place) + slot);
  if (!kept) return;
  const savedAt = new Date(kept.savedAt);
  // There may be no space for both.
  dropCopy(device, place, slot);
  const isMoved = keepCopy(device, { ...place, itemId: undefined }, slot, { values: kept.values, base: null }, savedAt);
  if (!isMoved) keepCopy(device, place, slot, kept, savedAt);
}

type ListedCopy = {
  itemId: string | undefined;
  slot: string;
  name: string;
  /** What else was typed, as it is kept. */
  text: string;
  savedAt: string;
};

/** The forms of this kind that have a copy, newest first, with what was typed; without `itemId` it is a new item. */
export function listCopies(device: Device, userId: string, kind: ItemKind): ListedCopy[] {
  const start = `${PREFIX}:${userId}:${kind}:`;
  const copies = keysOf(device, start).flatMap((key): ListedCopy[] => {
    const kept = readEntry(device, key);
    const [itemId = NEW, slot = ''] = key.slice(start.length).split(':');
    if (!kept) return [];
    const { title, name, content, testimonial, description } = kept.values;
    const firstText = (...values: unknown[]): string => values.find((value) => typeof value === 'string')?.trim() ?? '';
    const typed = { name: firstText(title, name), text: firstText(content, testimonial, description) };
    return [{ itemId: itemId === NEW ? undefined : itemId, slot, savedAt: kept.savedAt, ...typed }];
  });
  return copies.toSorted((one, other) => other.savedAt.localeCompare(one.savedAt));
}

function keysOf(device: Device, start: string): string[] {
  try {
    return Object.keys(device.localStorage).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
}

function isUnanswered(one: unknown): one is Unanswered {
  return typeof (one as Partial<Unanswered> | null)?.operation === 'string';
}

type Entry = Kept<Record<string, unknown>> & { savedAt: string };

function readEntry(device: Device, key: string): Entry | null {
  try {
    const kept = JSON.parse(device.localStorage.getItem(key) ?? 'null') as Partial<Record<keyof Entry, unknown>> | null;
    if (!kept?.values || typeof kept.values !== 'object' || typeof kept.savedAt !== 'string') return null;
    const base = typeof kept.base === 'string' || kept.base === null ? kept.base : undefined;
    const newId = typeof kept.newId === 'string' ? kept.newId : undefined;
    const draft = typeof kept.draft === 'string' ? kept.draft : undefined;
    const unanswered = Array.isArray(kept.unanswered) ? kept.unanswered.filter(isUnanswered) : [];
    return { values: kept.values as Record<string, unknown>, base, newId, draft, unanswered, savedAt: kept.savedAt };
  } catch {
    return null;
  }
}
