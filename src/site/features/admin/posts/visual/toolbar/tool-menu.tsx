import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Editor } from '@tiptap/core';
import { Toolbar } from 'radix-ui';
import { visual } from '#site/content/visual.ts';
import { ACTIONS, type ActionName } from './actions.ts';
import { describeKeys } from './describe-keys.ts';
import { ToolIcon } from './icons.tsx';
import { focusBeside, placeBelow } from './menu-keys.ts';

type ToolMenuProps = { editor: Editor; label: string; names: readonly ActionName[]; children: ReactNode };

/**
 * A button of the toolbar that opens a menu of actions: a native popover, which the browser closes on Escape and on a
 * press outside. After a choice the focus returns to the text.
 */
export function ToolMenu({ editor, label, names, children }: ToolMenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen || !menu.current || !button.current) return;
    placeBelow(menu.current, button.current);
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
        className="tool-menu"
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
        <kbd className="tool-menu__keys" aria-hidden="true">
          {shortcut}
        </kbd>
      )}
    </button>
  );
}
