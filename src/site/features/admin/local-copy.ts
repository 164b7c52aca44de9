/** A form as it was typed and not saved, kept on this device. */
export type LocalCopy<Values> = { values: Values; savedAt: string };
export type CopyKind = 'post' | 'category' | 'testimonial';
export type CopyPlace = { userId: string; kind: CopyKind; itemId: string | undefined };

const PREFIX = 'dashboard-copy';
const NEW = 'new';

/** Copies belong to a user: on a shared machine the next one is not shown them. */
function keyOf({ userId, kind, itemId = NEW }: CopyPlace): string {
  return `${PREFIX}:${userId}:${kind}:${itemId}`;
}

/** Full or forbidden storage costs the copy, not the form. */
export function keepCopy<Values>(storage: Storage, place: CopyPlace, values: Values, now: Date): void {
  try {
    storage.setItem(keyOf(place), JSON.stringify({ values, savedAt: now.toISOString() }));
  } catch (error) {
    console.warn('The form could not be kept on this device:', error);
  }
}

/**
 * The copy of this form, or null where there is none or it cannot be read. `blank` gives the fields that a form of this
 * kind has: those that an older copy lacks are filled from it, those it no longer has are left behind.
 */
export function readCopy<Values extends object>(
  storage: Storage,
  place: CopyPlace,
  blank: Values,
): LocalCopy<Values> | null {
  try {
    const kept = JSON.parse(storage.getItem(keyOf(place)) ?? 'null') as Partial<LocalCopy<Values>> | null;
    if (!kept?.values || typeof kept.values !== 'object' || typeof kept.savedAt !== 'string') return null;
    const found = kept.values as Record<string, unknown>;
    const fields = Object.entries(blank).map(([name, empty]) => [
      name,
      typeof found[name] === typeof empty ? found[name] : empty,
    ]);
    return { values: Object.fromEntries(fields) as Values, savedAt: kept.savedAt };
  } catch {
    return null;
  }
}

export function dropCopy(storage: Storage, place: CopyPlace): void {
  try {
    storage.removeItem(keyOf(place));
  } catch {
    // Storage that cannot be written holds no copy either.
  }
}

/** The items of this kind that have a copy; undefined stands for the form of a new one. */
export function listCopies(storage: Storage, userId: string, kind: CopyKind): (string | undefined)[] {
  const start = keyOf({ userId, kind, itemId: '' });
  try {
    return Object.keys(storage)
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length))
      .map((itemId) => (itemId === NEW ? undefined : itemId));
  } catch {
    return [];
  }
}
