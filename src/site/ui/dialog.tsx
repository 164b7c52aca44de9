import type { ReactNode } from 'react';
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
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="dialog__veil" />
        <Radix.Content className="dialog" {...(!description && { 'aria-describedby': undefined })}>
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
