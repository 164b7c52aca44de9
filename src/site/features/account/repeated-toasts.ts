import { dismissToast, listShownToasts, subscribeToToasts, type ToastMessage } from '#site/ui/toast.ts';

/**
 * Lets the same message replace its earlier showing; returns a function that ends this. Not in ui/toast.ts, which public
 * pages load and where no message repeats.
 */
export function dropRepeatedToasts(): () => void {
  return subscribeToToasts(() => {
    const shown = listShownToasts();
    const repeated = shown.find((one, at) => shown.slice(at + 1).some((later) => isSame(one, later)));
    if (repeated) dismissToast(repeated.id);
  });
}

/** A button makes a message different: each undoes its own deletion. */
function isSame(one: ToastMessage, other: ToastMessage): boolean {
  return one.title === other.title && one.description === other.description && one.action === other.action;
}
