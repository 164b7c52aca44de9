import type { Editor } from '@tiptap/core';
import { useLayoutEffect, useRef } from 'react';
import { visual } from '#site/content/visual.ts';
import { placeBelow } from '../toolbar/place-below.ts';
import { chooseSlashItem, labelOf, SLASH_LIST_ID, slashMenuOf, slashOptionId } from './slash-plugin.ts';

/** The menu of blocks under a line that begins with a slash. The text keeps the focus. */
export function SlashMenu({ editor }: { editor: Editor }) {
  const list = useRef<HTMLDivElement>(null);
  const menu = slashMenuOf(editor.state);
  const from = menu?.from;
  useLayoutEffect(() => {
    const element = list.current;
    if (from === undefined || !element) return undefined;
    const place = (): void => placeBelow(element, editor.view.coordsAtPos(from));
    element.showPopover();
    place();
    window.addEventListener('scroll', place, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', place, { capture: true });
  }, [editor, from]);
  const active = menu?.items[menu.active];
  useLayoutEffect(() => {
    if (active) document.getElementById(slashOptionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <>
      {menu && (
        <div
          ref={list}
          id={SLASH_LIST_ID}
          popover="manual"
          role="listbox"
          aria-label={visual.slash.label}
          className="tool-menu framed"
        >
          {menu.items.map((name) => (
            <div
              key={name}
              id={slashOptionId(name)}
              role="option"
              tabIndex={-1}
              className="tool-menu__item"
              aria-selected={name === active}
              // The text keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => chooseSlashItem(editor, name)}
            >
              {labelOf(name)}
            </div>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {menu && active ? visual.slash.state(labelOf(active), menu.active + 1, menu.items.length) : ''}
      </p>
    </>
  );
}
