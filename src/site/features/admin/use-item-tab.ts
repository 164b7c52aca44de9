import { useEffect, useState } from 'react';
import type { ItemKind } from '#contract/items.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { toast } from '#site/ui/toast.ts';
import { dropCopies, moveCopyToNew } from './form-session/local-copy.ts';
import { useUserId } from './live/use-live.ts';
import { type OpenForm, useFormState } from './use-form-state.ts';
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
  const { askAndRemove, removingId } = useRemoval({
    ...removal,
    onRemoved: (id) => {
      dropCopies(localStorage, { userId, kind, itemId: id });
      formState.focusCreate();
    },
  });
  const continueCopy = (itemId: string | undefined, slot: string): void => {
    const item = items?.find(({ id }) => id === itemId) ?? null;
    if (itemId && !item) moveCopyToNew(localStorage, { userId, kind, itemId }, slot);
    formState.open(item?.id ?? null, slot);
  };
  return { ...formState, form, askAndRemove, removingId, continueCopy };
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
  useEffect(() => {
    if (!isGone) return;
    toast(DASHBOARD_MESSAGES.itemGone);
    close();
  }, [isGone, close]);
  return address && isHeld ? { key: address.key, item: held.item, restoredSlot: address.restoredSlot } : null;
}
