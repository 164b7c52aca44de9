export type ToastMessage = {
  title: string;
  description?: string;
  /** `destructive` interrupts a screen reader; the others wait their turn. */
  variant?: 'default' | 'success' | 'destructive';
  /** A button in the message; `hint` tells screen readers how to do the same when the toast is gone. */
  action?: { label: string; hint: string; run: () => void };
};
export type ShownToast = ToastMessage & { id: number };

const MOST_AT_ONCE = 3;
let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a message in the corner of the page. May be called from anywhere in the browser; returns the message's id. */
export function toast(message: ToastMessage): number {
  lastId += 1;
  replace([...shown, { ...message, id: lastId }].slice(-MOST_AT_ONCE));
  return lastId;
}

export function dismissToast(id: number): void {
  replace(shown.filter((one) => one.id !== id));
}

export function listShownToasts(): readonly ShownToast[] {
  return shown;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
