import type { ReactNode } from 'react';
import type { Editor } from '@tiptap/core';
import { Toolbar } from 'radix-ui';
import { visual } from '#site/content/visual.ts';
import { ACTIONS, type ActionName } from './actions.ts';
import { describeKeys } from './describe-keys.ts';
import { ToolIcon, type ToolIconName } from './icons.tsx';

type ToolButtonProps = { editor: Editor; name: ActionName & ToolIconName };

/** A button for one action; pressed while the action applies to the selection. */
export function ToolButton({ editor, name }: ToolButtonProps) {
  const { keys, run, isActive, isEnabled } = ACTIONS[name];
  const isOff = isEnabled ? !isEnabled(editor) : false;
  return (
    <PlainTool
      label={visual.actions[name]}
      keys={describeKeys(keys)}
      {...(isActive && { isPressed: isActive(editor) })}
      isOff={isOff}
      onClick={() => run(editor)}
    >
      <ToolIcon name={name} />
    </PlainTool>
  );
}

type PlainToolProps = {
  label: string;
  keys?: string | undefined;
  isPressed?: boolean;
  isOff?: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** A button of the toolbar. It stays focusable while it is off, so that the arrow keys never lose their place. */
export function PlainTool({ label, keys, isPressed, isOff = false, onClick, children }: PlainToolProps) {
  return (
    <Toolbar.Button
      type="button"
      className="tool"
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      aria-disabled={isOff}
      {...(keys && { 'aria-keyshortcuts': keys })}
      {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
      // A press does not take the focus from the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => isOff || onClick()}
    >
      {children}
    </Toolbar.Button>
  );
}
