import { useState } from 'react';

export type Selection = {
  ids: readonly string[];
  isWhole: boolean;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
};

/** Which of the shown items are selected; what is no longer shown is no longer selected. */
export function useSelection(shown: readonly { id: string }[]): Selection {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const ids = shown.map(({ id }) => id).filter((id) => marked.has(id));
  const isWhole = shown.length > 0 && ids.length === shown.length;
  return {
    ids,
    isWhole,
    has: (id) => marked.has(id),
    toggle: (id) => setMarked(new Set(marked.has(id) ? ids.filter((one) => one !== id) : [...ids, id])),
    toggleAll: () => setMarked(new Set(isWhole ? [] : shown.map(({ id }) => id))),
    clear: () => setMarked(new Set()),
  };
}
