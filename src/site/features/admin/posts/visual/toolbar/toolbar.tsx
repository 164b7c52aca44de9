import type { Editor } from '@tiptap/core';
import * as Toolbar from '@radix-ui/react-toolbar';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { pdf } from '#site/content/pdf.ts';
import { visual } from '#site/content/visual.ts';
import { type ActionName, ACTIONS, describeKeys } from './actions.ts';
import { placeBelow } from './place-below.ts';
import { TABLE_ACTIONS } from './table-actions.ts';
import { PlainTool, ToolButton, ToolIcon } from './tool-button.tsx';

const STYLES = ['paragraph', 'heading2', 'heading3', 'heading4', 'quote', 'code'] as const satisfies ActionName[];
const TABLE = Object.keys(TABLE_ACTIONS) as ActionName[];
const MORE = [
  'footnote',
  'underline',
  'strike',
  'subscript',
  'superscript',
  'inlineCode',
  'clear',
] as const satisfies ActionName[];

type VisualToolbarProps = { editor: Editor; onPicture: () => void; onPdf: () => void; ref: Ref<HTMLDivElement> };

/** One row of buttons with one tab stop; arrow keys move between them. */
export function VisualToolbar({ editor, onPicture, onPdf, ref }: VisualToolbarProps) {
  // The innermost wins: a paragraph in a quote is a quote.
  const style = STYLES.toReversed().find((name) => ACTIONS[name].isActive?.(editor)) ?? 'paragraph';
  const leave = ({ key, target }: KeyboardEvent): void => {
    // Escape in a menu closes the menu.
    if (key === 'Escape' && !(target as Element).closest('[popover]')) editor.view.focus();
  };
  return (
    <Toolbar.Root
      ref={ref}
      className="tools"
      aria-label={visual.toolbar}
      aria-controls="post-content"
      onKeyDown={leave}
    >
      <ToolMenu editor={editor} label={`${visual.style}: ${visual.actions[style]}`} names={STYLES}>
        <span className="tool__style">{visual.actions[style]}</span>
      </ToolMenu>
      <ToolButton editor={editor} name="bold" />
      <ToolButton editor={editor} name="italic" />
      <ToolButton editor={editor} name="link" />
      <ToolButton editor={editor} name="find" />
      <ToolButton editor={editor} name="bullets" />
      <ToolButton editor={editor} name="numbers" />
      <PlainTool label={visual.picture.add} onClick={onPicture}>
        <ToolIcon name="picture" />
      </PlainTool>
      <PlainTool label={pdf.add} onClick={onPdf}>
        <ToolIcon name="pdf" />
      </PlainTool>
      <ToolMenu editor={editor} label={visual.table} names={TABLE}>
        <ToolIcon name="table" />
      </ToolMenu>
      <ToolButton editor={editor} name="rule" />
      <ToolMenu editor={editor} label={visual.more} names={MORE}>
        <ToolIcon name="more" />
      </ToolMenu>
      <ToolButton editor={editor} name="undo" />
      <ToolButton editor={editor} name="redo" />
    </Toolbar.Root>
  );
}

type ToolMenuProps = { editor: Editor; label: string; names: readonly ActionName[]; children: ReactNode };

/**
 * A button of the toolbar that opens a menu of actions: a native popover, which the browser closes on Escape and on a
 * press outside. After a choice the focus returns to the text.
 */
function ToolMenu({ editor, label, names, children }: ToolMenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen || !menu.current || !button.current) return;
    placeBelow(menu.current, button.current.getBoundingClientRect());
    focusBeside(menu.current, 'Home');
  }, [isOpen]);
  const handleKeys = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') menu.current?.hidePopover();
    if (menu.current && focusBeside(menu.current, event.key)) event.preventDefault();
    // The arrow keys of the toolbar would move on to the next button.
    if (event.key !== 'Escape') event.stopPropagation();
  };
  return (
    <>
      <Toolbar.Button
        ref={button}
        type="button"
        className="tool tool--menu"
        aria-label={label}
        aria-haspopup="menu"
        title={label}
        popoverTarget={id}
      >
        {children}
        <ToolIcon name="open" />
      </Toolbar.Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="tool-menu framed"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={handleKeys}
      >
        {isOpen &&
          names.map((name) => (
            <ToolMenuItem key={name} editor={editor} name={name} onDone={() => menu.current?.hidePopover()} />
          ))}
      </div>
    </>
  );
}

function ToolMenuItem({ editor, name, onDone }: { editor: Editor; name: ActionName; onDone: () => void }) {
  const { keys, run, isActive, isEnabled } = ACTIONS[name];
  const shortcut = describeKeys(keys);
  const isOff = isEnabled ? !isEnabled(editor) : false;
  const choose = (): void => {
    if (isOff) return;
    onDone();
    run(editor);
    editor.view.focus();
  };
  return (
    <button
      type="button"
      role={isActive ? 'menuitemcheckbox' : 'menuitem'}
      className="tool-menu__item"
      tabIndex={-1}
      aria-disabled={isOff}
      {...(isActive && { 'aria-checked': isActive(editor) })}
      {...(shortcut && { 'aria-keyshortcuts': shortcut })}
      onClick={choose}
    >
      {visual.actions[name]}
      {shortcut && (
        <kbd className="tool-menu__keys small soft" aria-hidden="true">
          {shortcut}
        </kbd>
      )}
    </button>
  );
}

/** Moves the focus in a menu: arrow keys go round, Home and End to the ends. Returns false for other keys. */
function focusBeside(menu: HTMLElement, key: string): boolean {
  const items = Array.from(menu.querySelectorAll<HTMLElement>('[role^=menuitem]'));
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: at <= 0 ? items.length - 1 : at - 1,
    Home: 0,
    End: items.length - 1,
  };
  const to = next[key];
  if (to === undefined) return false;
  items[to]?.focus();
  return true;
}
