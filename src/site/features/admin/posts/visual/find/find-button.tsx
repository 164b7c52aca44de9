import type { Editor } from '@tiptap/core';
import { findInText } from '#site/content/find-in-text.ts';
import { describeKeys } from '../toolbar/describe-keys.ts';
import { ToolIcon } from '../toolbar/icons.tsx';
import { PlainTool } from '../toolbar/tool-button.tsx';

export function FindButton({ editor }: { editor: Editor }) {
  return (
    <PlainTool
      label={findInText.button}
      keys={describeKeys('Mod-f')}
      onClick={() => editor.emit('openFind', undefined)}
    >
      <ToolIcon name="find" />
    </PlainTool>
  );
}
