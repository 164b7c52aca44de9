import { Toolbar } from 'radix-ui';
import { editor, type MarkName } from '#site/content/editor.ts';
import { describeKeys } from './mark-keys.ts';

const MARKS = Object.keys(editor.marks.names) as MarkName[];

/** A toolbar with one tab stop and arrow keys. A press does not change the selection of the text. */
export function MarkBar({ onMark }: { onMark: (name: MarkName) => void }) {
  return (
    <Toolbar.Root className="mark-bar" aria-label={editor.marks.label} aria-controls="post-content">
      {MARKS.map((name) => {
        const keys = describeKeys(name);
        return (
          <Toolbar.Button
            key={name}
            type="button"
            className={`mark-bar__button mark-bar__button--${name}`}
            {...(keys && { 'aria-keyshortcuts': keys, title: `${editor.marks.names[name]} (${keys})` })}
            onClick={() => onMark(name)}
          >
            {editor.marks.names[name]}
          </Toolbar.Button>
        );
      })}
    </Toolbar.Root>
  );
}
