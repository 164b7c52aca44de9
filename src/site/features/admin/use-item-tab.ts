import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ItemKind } from '#contract/items.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { toast } from '#site/ui/toast.ts';
import { readItem, withItem, withoutForms } from './dashboard-address.ts';
import { dropCopies, moveCopyToNew } from './form-session/local-copy.ts';
import { useUnsavedGuard } from './form-session/unsaved-guard.tsx';
import { useUserId } from './live/live-provider.tsx';
import { type RemovalOptions, useRemoval } from './use-removal.ts';

type ItemTabOptions<Item> = Omit<RemovalOptions, 'onRemoved'> & {
  kind: ItemKind;
  /** Undefined while they are loading. */
  items: readonly Item[] | undefined;
};

/** What a tab of items does besides showing its list: opens the form, deletes items, continues local copies. */
export function useItemTab<Item extends { id: string }>({ kind, items, ...removal }: ItemTabOptions<Item>) {
  const userId = useUserId();
  const { form: address, ...formState } = useFormState(kind);
  const form = useOpenedItem(address, items, formState.close);
  const { askAndRemove, removingId } = useItemRemoval(kind, removal, formState.focusCreate);
  const continueCopy = (itemId: string | undefined, slot: string): void => {
    const item = items?.find(({ id }) => id === itemId) ?? null;
    if (itemId && !item) moveCopyToNew(window, { userId, kind, itemId }, slot);
    formState.open(item?.id ?? null, slot);
  };
  return { ...formState, form, askAndRemove, removingId, continueCopy };
}

/** Deletes items of a kind, with the local copies of their forms. */
export function useItemRemoval(kind: ItemKind, removal: Omit<RemovalOptions, 'onRemoved'>, focusCreate: () => void) {
  const userId = useUserId();
  return useRemoval({
    ...removal,
    onRemoved: (itemId) => {
      dropCopies(window, { userId, kind, itemId });
      focusCreate();
    },
  });
}

type Address = ReturnType<typeof useFormState>['form'];

/** The item as it was when its form opened: the list is read again while the form is open. */
function useOpenedItem<Item extends { id: string }>(
  address: Address,
  items: readonly Item[] | undefined,
  close: () => void,
): (OpenForm<Item> & { key: string }) | null {
  const [held, setHeld] = useState<{ key: string; item: Item | null } | null>(null);
  const found = address?.id ? items?.find(({ id }) => id === address.id) : null;
  const isHeld = held !== null && held.key === address?.key;
  if (address && !isHeld && found !== undefined) setHeld({ key: address.key, item: found });
  if (!address && held) setHeld(null);

  const isGone = address !== null && !isHeld && items !== undefined && found === undefined;
  const leave = useEffectEvent(close);
  useEffect(() => {
    if (!isGone) return;
    toast(DASHBOARD_MESSAGES.itemGone);
    leave();
  }, [isGone]);
  return address && isHeld ? { key: address.key, item: held.item, restoredSlot: address.restoredSlot } : null;
}

/** The open form: of an item, or of a new one; perhaps with a local copy. */
export type OpenForm<Item> = { item: Item | null; restoredSlot: string | undefined };

/** What the history keeps of an open form besides its address. */
type FormHistory = {
  /** Stays the same while the form is open, also when a new item gets its id. */
  formKey?: string;
  restoredSlot?: string;
  /** The entry before this one is the list. */
  isOpenedHere?: boolean;
};

/** Which form of a tab is open (specification §4: closed, create, edit). The address says so. */
export function useFormState(name: ItemKind) {
  const { key, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { leaveFreely, mayLeave } = useUnsavedGuard();
  const history = (state ?? {}) as FormHistory;
  const query = new URLSearchParams(search);
  const item = readItem(query, name);
  const { formKey = String(item), restoredSlot, isOpenedHere } = history;
  // The key of the entry that is shown; null once its form is closed, or the tab is left.
  const shownKey = useRef<string>(null);
  useLayoutEffect(() => {
    shownKey.current = key;
    return () => void (shownKey.current = null);
  }, [key]);

  const open = (id: string | null, slot?: string): void => {
    const opened: FormHistory = {
      formKey: `${id}:${Date.now()}`,
      isOpenedHere: true,
      ...(slot !== undefined && { restoredSlot: slot }),
    };
    // Not `search`: a change of the list may not be rendered yet.
    const current = new URLSearchParams(window.location.search);
    void navigate({ pathname, search: String(withItem(current, name, id)) }, { state: opened });
  };
  /** After a save or a cancel: asks nothing. */
  const close = (): void => {
    // An answer may come when the form is closed already. Going back twice would leave the dashboard.
    if (shownKey.current !== key) return;
    shownKey.current = null;
    leaveFreely();
    if (isOpenedHere) void navigate(-1);
    else void navigate({ pathname, search: String(withoutForms(new URLSearchParams(search))) }, { replace: true });
  };
  /** Asks where there are unsaved changes. */
  const leave = (): void => {
    if (mayLeave()) close();
  };
  /** The new item was created and its form stays open: the address becomes that of the item. */
  const adopt = (id: string): void => {
    if (item !== null) return;
    const adopted: FormHistory = { ...history, formKey };
    leaveFreely();
    const to = { pathname, search: String(withItem(query, name, id)) };
    void navigate(to, { replace: true, preventScrollReset: true, state: adopted });
  };

  const form = item === undefined ? null : { id: item, key: formKey, restoredSlot };
  const isListShown = (): boolean => form === null && shownKey.current === key;
  return { form, open, leave, close, adopt, isListShown, ...useReturnFocus(form !== null) };
}

/** When the form closes, the focus returns to what opened it, or to the New button where that one is gone. */
function useReturnFocus(isOpen: boolean) {
  const opener = useRef<HTMLElement | null>(null);
  const createRef = useRef<HTMLButtonElement>(null);
  const mayFocus = useRef(false);
  // Before the form takes the focus, which it does in an effect.
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  }, [isOpen]);
  useEffect(() => {
    if (isOpen) {
      mayFocus.current = true;
      return;
    }
    if (!mayFocus.current) return;
    mayFocus.current = false;
    const target = opener.current === document.body ? null : opener.current;
    (target?.isConnected ? target : createRef.current)?.focus();
  }, [isOpen]);
  const focusCreate = (): void => createRef.current?.focus();
  return { createRef, focusCreate };
}
