import { type ToastMessage, listShownToasts } from './toast.ts';

const KEY = 'india-going-global-toasts';

/** Keeps the toasts that are shown when this document is left, for the next document of the tab. */
export function keepToastsOnLeave(): void {
  window.addEventListener(
    'pagehide',
    () => {
      const messages = listShownToasts().map(({ title, description, variant }) => ({ title, description, variant }));
      if (messages.length > 0) withStorage((storage) => storage.setItem(KEY, JSON.stringify(messages)));
    },
    { once: true },
  );
}

export function hasKeptToasts(): boolean {
  return withStorage((storage) => storage.getItem(KEY) !== null) ?? false;
}

/** Returns the messages that were kept and removes them. */
export function takeKeptToasts(): ToastMessage[] {
  const kept = withStorage((storage) => {
    const text = storage.getItem(KEY);
    storage.removeItem(KEY);
    return text;
  });
  return JSON.parse(kept ?? '[]') as ToastMessage[];
}

/** Undefined where the browser has no storage. */
function withStorage<Result>(act: (storage: Storage) => Result): Result | undefined {
  try {
    return act(window.sessionStorage);
  } catch {
    return undefined;
  }
}
