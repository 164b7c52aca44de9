/** What this browser has stored under the key; null where that is nothing, or it has no storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text in this browser; null removes it. Where storage is full or forbidden nothing is kept. */
export function store(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Everything that is stored here can be done without.
  }
}
