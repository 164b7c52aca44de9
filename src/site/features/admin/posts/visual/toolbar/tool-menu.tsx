import { type ReactNode, useRef } from 'react';
import type { Editor } from '@tiptap/core';
import { DropdownMenu, Toolbar } from 'radix-ui';
import { visual } from '#site/content/visual.ts';
import { ACTIONS, type ActionName } from './actions.ts';
import { describeKeys } from './describe-keys.ts';
import { ToolIcon } from './icons.tsx';

type ToolMenuProps = { editor: Editor; label: string; names: readonly ActionName[]; children: ReactNode };

/** A button of the toolbar that opens a menu of actions. After a choice the focus returns to the text. */
export function ToolMenu({ editor, label, names, children }: ToolMenuProps) {
  const hasChosen = useRef(false);
  const choose = (name: ActionName): void => {
    hasChosen.current = true;
    ACTIONS[name].run(editor);
  };
  return (
    // Not modal: a modal menu inserts a style element, which the Content-Security-Policy forbids.
    <DropdownMenu.Root modal={false} onOpenChange={() => (hasChosen.current = false)}>
      <Toolbar.Button asChild>
        <DropdownMenu.Trigger className="tool tool--menu" type="button" aria-label={label} title={label}>
          {children}
          <ToolIcon name="open" />
        </DropdownMenu.Trigger>
      </Toolbar.Button>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="tool-menu"
          align="start"
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (!hasChosen.current) return;
            event.preventDefault();
            editor.commands.focus();
          }}
        >
          {names.map((name) => (
            <ToolMenuItem key={name} editor={editor} name={name} onSelect={() => choose(name)} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function ToolMenuItem({ editor, name, onSelect }: { editor: Editor; name: ActionName; onSelect: () => void }) {
  const { keys, isActive, isEnabled } = ACTIONS[name];
  const shortcut = describeKeys(keys);
  const content = (
    <>
      {visual.actions[name]}
      {shortcut && <kbd className="tool-menu__keys">{shortcut}</kbd>}
    </>
  );
  const shared = {
    className: 'tool-menu__item',
    disabled: isEnabled ? !isEnabled(editor) : false,
    onSelect,
    ...(shortcut && { 'aria-keyshortcuts': shortcut }),
  };
  if (!isActive) return <DropdownMenu.Item {...shared}>{content}</DropdownMenu.Item>;
  return (
    <DropdownMenu.CheckboxItem {...shared} checked={isActive(editor)}>
      {content}
    </DropdownMenu.CheckboxItem>
  );
}
