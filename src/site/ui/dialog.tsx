import { type ReactNode, useRef } from 'react';
import { Dialog as Radix } from 'radix-ui';
import { Icon } from './icon.tsx';

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  closeLabel: string;
  /** Called when the dialog has closed. Returns whether it moved the focus; otherwise the opener gets the focus. */
  focusAfter?: () => boolean;
  children: ReactNode;
};

/** A modal dialog: traps the focus, closes on Escape and on a click outside, returns the focus on closing. */
export function Dialog({ isOpen, onClose, title, description, closeLabel, focusAfter, children }: DialogProps) {
  // Radix returns the focus only to its own Trigger; this dialog is opened by code.
  const opener = useRef<HTMLElement | null>(null);
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        {/* Not Radix's overlay: it inserts a style element, which the Content-Security-Policy forbids. */}
        <div className="dialog__veil" />
        <Radix.Content
          className="dialog"
          {...(!description && { 'aria-describedby': undefined })}
          onOpenAutoFocus={() => (opener.current = document.activeElement as HTMLElement | null)}
          onCloseAutoFocus={() => {
            if (!focusAfter?.()) opener.current?.focus();
          }}
        >
          <Radix.Title className="dialog__title">{title}</Radix.Title>
          {description && <Radix.Description className="soft">{description}</Radix.Description>}
          {children}
          <Radix.Close className="corner-button" aria-label={closeLabel}>
            <Icon name="cross" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
