import type { Editor } from '@tiptap/core';
import * as Toolbar from '@radix-ui/react-toolbar';
import type { ReactNode } from 'react';
import { visual } from '#site/content/visual.ts';
import { type ActionName, ACTIONS, describeKeys } from './actions.ts';

/** Line drawings on a 20-unit square. */
const DRAWINGS = {
  bold: 'M6 3.5h5a3 3 0 0 1 0 6.2H6zM6 9.7h5.8a3.4 3.4 0 0 1 0 6.8H6z',
  italic: 'M8 3.5h6M6 16.5h6M11.5 3.5l-3 13',
  underline: 'M5.5 3v6.5a4.5 4.5 0 0 0 9 0V3M4.5 17h11',
  bullets: 'M7.5 5h9.5M7.5 10h9.5M7.5 15h9.5M3 5h.6M3 10h.6M3 15h.6',
  numbers: 'M8 5h9M8 10h9M8 15h9M2.6 3.8l1.2-.8v4M2.4 12.6c.6-1 2.2-.7 2 .4-.1.8-2 1.6-2 2.5h2.2',
  table: 'M2.5 4h15v12h-15zM2.5 8h15M2.5 12h15M10 8v8',
  picture: 'M2.5 4h15v12h-15zM2.5 13.5l4.5-4 4 3.5 2.5-2 4 3.5M12.8 7.4h.4',
  pdf: 'M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5M7.5 10h5.5M7.5 13h5.5',
  rule: 'M2.5 10h15M5 5h10M5 15h10',
  undo: 'M6.5 4L3 7.5 6.5 11M3.5 7.5H12a4.5 4.5 0 0 1 0 9H8',
  redo: 'M13.5 4L17 7.5 13.5 11M16.5 7.5H8a4.5 4.5 0 0 0 0 9h4',
  more: 'M4 10h.6M9.7 10h.6M15.4 10h.6',
  link: 'M8.5 11.5l3-3M9 6.5l2-2a3.2 3.2 0 0 1 4.5 4.5l-2 2M11 13.5l-2 2A3.2 3.2 0 0 1 4.5 11l2-2',
  find: 'M8.5 3.5a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12.2 12.2l4.8 4.8',
  open: 'M6 8l4 4 4-4',
} as const satisfies Partial<Record<ActionName | 'picture' | 'pdf' | 'more' | 'open', string>>;

type ToolIconName = keyof typeof DRAWINGS;

export function ToolIcon({ name }: { name: ToolIconName }) {
  return (
    <svg className="tool__icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[name]} />
    </svg>
  );
}

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
