import { type ComponentProps, type FormEvent, type ReactNode, useRef } from 'react';
import * as Radix from '@radix-ui/react-dialog';
import { Icon } from './icon.tsx';

type DialogProps = {
  isOpen: boolean;
  /** Without it the dialog stays until what it asks for is done. */
  onClose?: () => void;
  title: string;
  description?: string;
  closeLabel?: string;
  /** As wide as a comparison or a document needs. */
  isWide?: boolean;
  /** Called when the dialog has closed. Returns whether it moved the focus; otherwise the opener gets the focus. */
  focusAfter?: () => boolean;
  children: ReactNode;
};

/** A modal dialog: traps the focus, closes on Escape and on a click outside, returns the focus on closing. */
export function Dialog({ isOpen, onClose, title, description, closeLabel, isWide, focusAfter, children }: DialogProps) {
  // Radix returns the focus only to its own Trigger; this dialog is opened by code.
  const opener = useRef<HTMLElement | null>(null);
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => next || onClose?.()}>
      <Radix.Portal>
        {/* Not Radix's overlay: it inserts a style element, which the Content-Security-Policy forbids. */}
        <div className="dialog__veil" />
        <Radix.Content
          className={isWide ? 'dialog dialog--wide' : 'dialog'}
          {...(!description && { 'aria-describedby': undefined })}
          onOpenAutoFocus={() => (opener.current = document.activeElement as HTMLElement | null)}
          onCloseAutoFocus={() => {
            if (!focusAfter?.()) opener.current?.focus();
          }}
        >
          <Radix.Title className="dialog__title">{title}</Radix.Title>
          {description && <Radix.Description className="soft">{description}</Radix.Description>}
          {children}
          {onClose && (
            <Radix.Close className="corner-button" aria-label={closeLabel}>
              <Icon name="cross" />
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type DialogFormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => void };

/** A form in a dialog, perhaps one that a form has opened: React events bubble through the portal of the dialog. */
export function DialogForm({ onSubmit, ...rest }: DialogFormProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  return <form noValidate onSubmit={submit} {...rest} />;
}
