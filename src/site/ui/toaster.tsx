import { useSyncExternalStore } from 'react';
import * as Toast from '@radix-ui/react-toast';
import { Icon } from './icon.tsx';
import { dismissToast, listShownToasts, subscribeToToasts, type ShownToast } from './toast.ts';

const SHOWN_FOR_MS = 6000;
/** Longer, so that there is time to read the message and reach its button. */
const WITH_ACTION_MS = 15_000;

/** Shows the toasts of `toast()`. Rendered once in a hydrated page. Escape or a swipe dismisses, F8 moves the focus here. */
export function Toaster() {
  // Not on the server: Radix adds a style attribute, which the Content-Security-Policy forbids in HTML.
  const toasts = useSyncExternalStore<readonly ShownToast[] | null>(subscribeToToasts, listShownToasts, () => null);
  if (!toasts) return null;
  return (
    <Toast.Provider duration={SHOWN_FOR_MS} swipeDirection="right">
      {toasts.map(({ id, title, description, variant = 'default', action }) => (
        <Toast.Root
          key={id}
          className={`toast toast--${variant}`}
          type={variant === 'destructive' ? 'foreground' : 'background'}
          duration={action ? WITH_ACTION_MS : SHOWN_FOR_MS}
          onOpenChange={(isOpen) => isOpen || dismissToast(id)}
        >
          <Toast.Title className="toast__title">{title}</Toast.Title>
          {/* Radix gives screen readers the text of the toast as it stands. */ ' '}
          {description && <Toast.Description className="toast__text">{description}</Toast.Description>}{' '}
          {action && (
            <Toast.Action className="toast__action" altText={action.hint} onClick={action.run}>
              {action.label}
            </Toast.Action>
          )}
          <Toast.Close className="corner-button" aria-label="Dismiss">
            <Icon name="cross" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className="toaster column" />
    </Toast.Provider>
  );
}
