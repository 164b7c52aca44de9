import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import type { ItemKind } from '#contract/items.ts';
import { withItem } from './dashboard-address.ts';

type ItemLinkProps = { name: ItemKind; id: string; title: string; onOpen: () => void };

/** The title of a row: a link to the address of the form, which a plain click opens as the Edit button does. */
export function ItemLink({ name, id, title, onOpen }: ItemLinkProps) {
  const { pathname, search } = useLocation();
  const open = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a
      className="items__name items__open"
      href={`${pathname}?${withItem(new URLSearchParams(search), name, id)}`}
      onClick={open}
    >
      {title}
    </a>
  );
}
