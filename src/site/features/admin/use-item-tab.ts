import { type CopyKind, dropCopies, moveCopyToNew } from './local-copy.ts';
import { useFormState } from './use-form-state.ts';
import { type RemovalOptions, useRemoval } from './use-removal.ts';

type ItemTabOptions<Item> = Omit<RemovalOptions, 'onRemoved'> & {
  userId: string;
  kind: CopyKind;
  items: readonly Item[];
};

/** What a tab of items does besides showing its list: opens the form, deletes items, continues local copies. */
export function useItemTab<Item extends { id: string }>({ userId, kind, items, ...removal }: ItemTabOptions<Item>) {
  const formState = useFormState<Item>();
  const { askAndRemove, removingId } = useRemoval({
    ...removal,
    onRemoved: (id) => {
      dropCopies(localStorage, { userId, kind, itemId: id });
      formState.focusCreate();
    },
  });
  const continueCopy = (itemId: string | undefined, slot: string): void => {
    const item = items.find(({ id }) => id === itemId) ?? null;
    if (itemId && !item) moveCopyToNew(localStorage, { userId, kind, itemId }, slot);
    formState.open(item, slot);
  };
  return { ...formState, askAndRemove, removingId, continueCopy };
}
