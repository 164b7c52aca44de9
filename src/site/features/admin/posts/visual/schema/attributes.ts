import type { Attributes } from '@tiptap/core';
import { ALLOWED_ELEMENTS, type AllowedTag } from '#contract/post-body/allowed-elements.ts';

/** The allowed attributes of an element, as strings; null where it has none. */
export function attributesOf(tag: AllowedTag): Attributes {
  return Object.fromEntries(
    ALLOWED_ELEMENTS[tag].attributes.map((name) => [
      name,
      { default: null, parseHTML: (element: HTMLElement) => element.getAttribute(name) },
    ]),
  );
}

/** The attributes of cells that prosemirror-tables reads: numbers. */
export const CELL_SPANS: Attributes = {
  colspan: { default: 1, parseHTML: (cell) => spanOf(cell.getAttribute('colspan')), renderHTML: renderSpan('colspan') },
  rowspan: { default: 1, parseHTML: (cell) => spanOf(cell.getAttribute('rowspan')), renderHTML: renderSpan('rowspan') },
  colwidth: { default: null, rendered: false, parseHTML: () => null },
};

export function spanOf(value: string | null): number {
  const span = Number.parseInt(value ?? '', 10);
  return span > 0 && span <= 1000 ? span : 1;
}

function renderSpan(name: 'colspan' | 'rowspan') {
  return (attributes: Record<string, unknown>) => (attributes[name] === 1 ? {} : { [name]: attributes[name] });
}
