import type { Ref } from 'react';
import type { Editor } from '@tiptap/core';
import { Toolbar } from 'radix-ui';
import { visual } from '#site/content/visual.ts';
import { PLUGS } from '../plugs.ts';
import { ACTIONS, type ActionName } from './actions.ts';
import { ToolIcon } from './icons.tsx';
import { PlainTool, ToolButton } from './tool-button.tsx';
import { ToolMenu } from './tool-menu.tsx';

const STYLES = ['paragraph', 'heading2', 'heading3', 'heading4', 'quote', 'code'] as const satisfies ActionName[];
const TABLE = [
  'table',
  'rowBefore',
  'rowAfter',
  'columnBefore',
  'columnAfter',
  'deleteRow',
  'deleteColumn',
  'toggleHead',
  'deleteTable',
] as ActionName[];
const MORE = ['underline', 'strike', 'subscript', 'superscript', 'inlineCode', 'clear'] as const satisfies ActionName[];

type VisualToolbarProps = { editor: Editor; onPicture: () => void; ref: Ref<HTMLDivElement> };

/** One row of buttons with one tab stop; arrow keys move between them. */
export function VisualToolbar({ editor, onPicture, ref }: VisualToolbarProps) {
  // The innermost wins: a paragraph in a quote is a quote.
  const style = STYLES.toReversed().find((name) => ACTIONS[name].isActive?.(editor)) ?? 'paragraph';
  return (
    <Toolbar.Root ref={ref} className="tools" aria-label={visual.toolbar} aria-controls="post-content">
      <ToolMenu editor={editor} label={`${visual.style}: ${visual.actions[style]}`} names={STYLES}>
        <span className="tool__style">{visual.actions[style]}</span>
      </ToolMenu>
      <ToolButton editor={editor} name="bold" />
      <ToolButton editor={editor} name="italic" />
      {PLUGS.map(({ name, Button }) => Button && <Button key={name} editor={editor} />)}
      <ToolButton editor={editor} name="bullets" />
      <ToolButton editor={editor} name="numbers" />
      <PlainTool label={visual.picture.add} onClick={onPicture}>
        <ToolIcon name="picture" />
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
