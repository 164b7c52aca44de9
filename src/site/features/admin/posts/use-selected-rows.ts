import { useState } from 'react';

export type SelectedRows = {
  ids: readonly string[];
  isAll: boolean;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
};

/** The selected rows that are shown; a hidden row loses its selection. */
export function useSelectedRows(shown: readonly { id: string }[]): SelectedRows {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const ids = shown.map(({ id }) => id).filter((id) => selected.has(id));
  const isAll = shown.length > 0 && ids.length === shown.length;
  return {
    ids,
    isAll,
    has: (id) => selected.has(id),
    toggle: (id) => setSelected(new Set(selected.has(id) ? ids.filter((one) => one !== id) : [...ids, id])),
    toggleAll: () => setSelected(new Set(isAll ? [] : shown.map(({ id }) => id))),
    clear: () => setSelected(new Set()),
  };
}
