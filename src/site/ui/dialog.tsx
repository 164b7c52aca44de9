import { type ReactNode, useRef } from 'react';
import { Dialog as Radix } from 'radix-ui';
import { Icon } from './icon.tsx';

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  closeLabel: string;
  children: ReactNode;
};

/** A modal window: traps the focus, closes on Escape and on a click outside, gives the focus back. */
export function Dialog({ isOpen, onClose, title, description, closeLabel, children }: DialogProps) {
  // Radix itself gives the focus back to a Trigger of its own only, and code opens this window.
  const opener = useRef<HTMLElement | null>(null);
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        {/* Radix' own overlay writes a style element, which the Content-Security-Policy does not allow. */}
        <div className="dialog__veil" />
        <Radix.Content
          className="dialog"
          {...(!description && { 'aria-describedby': undefined })}
          onOpenAutoFocus={() => (opener.current = document.activeElement as HTMLElement | null)}
          onCloseAutoFocus={() => opener.current?.focus()}
        >
          <Radix.Title className="dialog__title">{title}</Radix.Title>
          {description && <Radix.Description className="soft">{description}</Radix.Description>}
          {children}
          <Radix.Close className="dialog__close" aria-label={closeLabel}>
            <Icon name="cross" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
