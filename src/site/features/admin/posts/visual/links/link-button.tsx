import type { Editor } from '@tiptap/core';
import { postLinks } from '#site/content/post-links.ts';
import { describeKeys } from '../toolbar/describe-keys.ts';
import { ToolIcon } from '../toolbar/icons.tsx';
import { PlainTool } from '../toolbar/tool-button.tsx';

export function LinkButton({ editor }: { editor: Editor }) {
  return (
    <PlainTool
      label={postLinks.button}
      keys={describeKeys('Mod-k')}
      isPressed={editor.isActive('a')}
      onClick={() => editor.emit('openLink', undefined)}
    >
      <ToolIcon name="link" />
    </PlainTool>
  );
}
