export type ToastMessage = {
  title: string;
  description?: string;
  /** `destructive` interrupts a screen reader; the others wait their turn. */
  variant?: 'default' | 'success' | 'destructive';
  /** A button in the message; `hint` tells screen readers how to do the same when the toast is gone. */
  action?: { label: string; hint: string; run: () => void };
};
export type ShownToast = ToastMessage & { id: number; source?: string };

const MAX_TOASTS = 3;
let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a message in the corner of the page. May be called from anywhere in the browser; returns the message's id.
 * Replaces an earlier message of the same `source` (an action of the user), and one with the same words.
 */
export function toast(message: ToastMessage, source?: string): number {
  lastId += 1;
  const others = shown.filter((one) => !(source !== undefined && one.source === source) && !hasSameWords(one, message));
  replace([...others, { ...message, id: lastId, ...(source !== undefined && { source }) }].slice(-MAX_TOASTS));
  return lastId;
}

/** A message with a button stands for its own action, such as the deletion that it can undo. */
function hasSameWords(one: ToastMessage, other: ToastMessage): boolean {
  return !one.action && !other.action && one.title === other.title && one.description === other.description;
}

export function dismissToast(id: number): void {
  replace(shown.filter((one) => one.id !== id));
}

/** Removes the messages of an action, which has now ended otherwise. */
export function dismissToastsOf(source: string): void {
  if (shown.some((one) => one.source === source)) replace(shown.filter((one) => one.source !== source));
}

export function listShownToasts(): readonly ShownToast[] {
  return shown;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
