import { useEffect, useRef, useState } from 'react';

/** The open form: of an item, or of a new one; perhaps with a local copy. */
export type OpenForm<Item> = { item: Item | null; restoredSlot: string | undefined };

/**
 * Which form of a tab is open (specification §4: closed, create, edit). When it closes, the focus returns to the button
 * that opened it, or to the New button where that one is gone.
 */
export function useFormState<Item>() {
  const [form, setForm] = useState<OpenForm<Item> | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const createRef = useRef<HTMLButtonElement>(null);
  const mayFocus = useRef(false);

  useEffect(() => {
    if (form) {
      mayFocus.current = true;
      return;
    }
    if (!mayFocus.current) return;
    mayFocus.current = false;
    (opener.current?.isConnected ? opener.current : createRef.current)?.focus();
  }, [form]);

  const open = (item: Item | null, restoredSlot?: string): void => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setForm({ item, restoredSlot });
  };
  const focusCreate = (): void => createRef.current?.focus();
  return { form, open, close: () => setForm(null), createRef, focusCreate };
}
