import type { CommandProps, Editor } from '@tiptap/core';
import { redo, redoDepth, undo, undoDepth } from '@tiptap/pm/history';
import { NodeSelection, Selection } from '@tiptap/pm/state';
import { TABLE_ACTIONS } from './table-actions.ts';

export type Action = {
  /** In the syntax of TipTap: `Mod-b`. */
  keys?: string;
  run: (editor: Editor) => boolean;
  isActive?: (editor: Editor) => boolean;
  isEnabled?: (editor: Editor) => boolean;
};

/** Bold and italic have two elements each; the first is written, either is removed. */
function mark(keys: string | undefined, written: string, ...alike: string[]): Action {
  const names = [written, ...alike];
  const isActive = (editor: Editor): boolean => names.some((name) => editor.isActive(name));
  return {
    ...(keys && { keys }),
    isActive,
    run: (editor) => {
      const chain = editor.chain().focus();
      if (!isActive(editor)) return chain.setMark(written).run();
      for (const name of names) chain.unsetMark(name);
      return chain.run();
    },
  };
}

/** The style of a paragraph; a second press makes a paragraph again. */
function style(keys: string, name: string): Action {
  return {
    keys,
    run: (editor) => editor.chain().focus().toggleNode(name, 'p').run(),
    isActive: (editor) => editor.isActive(name),
  };
}

function list(keys: string, name: 'ul' | 'ol'): Action {
  return {
    keys,
    run: (editor) => editor.chain().focus().toggleList(name, 'li').run(),
    isActive: (editor) => editor.isActive(name),
  };
}

declare module '@tiptap/core' {
  interface EditorEvents {
    openLink: undefined;
    openFind: undefined;
    openFootnote: undefined;
  }
}

/** Opens a dialog, or the bar of find and replace, which listens for the event. */
function opener(keys: string, event: 'openLink' | 'openFind' | 'openFootnote'): Action {
  return {
    keys,
    run: (editor) => {
      editor.emit(event, undefined);
      return true;
    },
  };
}

/** Puts the caret behind a block that is selected, where typing would replace it. */
function goOnAfter({ tr, editor }: CommandProps): boolean {
  const { selection } = tr;
  const paragraph = editor.schema.nodes['p'];
  if (!(selection instanceof NodeSelection) || !paragraph) return true;
  if (!selection.$to.nodeAfter) tr.insert(selection.to, paragraph.create());
  tr.setSelection(Selection.near(tr.doc.resolve(selection.to), 1));
  return true;
}

/** Removes the marks of the selected text but links and footnotes, which are content. */
function clearMarks({ tr }: CommandProps): boolean {
  for (const { $from, $to } of tr.selection.ranges)
    tr.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
      for (const one of node.marks)
        if (one.type.name !== 'a' && (one.attrs['data-footnote'] ?? null) === null)
          tr.removeMark(Math.max(at, $from.pos), Math.min(at + node.nodeSize, $to.pos), one);
    });
  return true;
}

const TEXT_ACTIONS = {
  paragraph: {
    keys: 'Mod-Alt-0',
    run: (editor: Editor) => editor.chain().focus().setNode('p').run(),
    isActive: (editor: Editor) => editor.isActive('p'),
  },
  heading2: style('Mod-Alt-2', 'h2'),
  heading3: style('Mod-Alt-3', 'h3'),
  heading4: style('Mod-Alt-4', 'h4'),
  quote: {
    keys: 'Mod-Shift-b',
    run: (editor: Editor) => editor.chain().focus().toggleWrap('blockquote').run(),
    isActive: (editor: Editor) => editor.isActive('blockquote'),
  },
  code: style('Mod-Alt-c', 'pre'),
  bold: mark('Mod-b', 'strong', 'b'),
  italic: mark('Mod-i', 'em', 'i'),
  underline: mark('Mod-u', 'u'),
  strike: mark('Mod-Shift-x', 's'),
  subscript: mark('Mod-,', 'sub'),
  superscript: mark('Mod-.', 'sup'),
  inlineCode: mark('Mod-e', 'code'),
  link: { ...opener('Mod-k', 'openLink'), isActive: (editor: Editor) => editor.isActive('a') },
  find: opener('Mod-f', 'openFind'),
  footnote: opener('Mod-Alt-f', 'openFootnote'),
  clear: {
    keys: 'Mod-\\',
    run: (editor: Editor) => editor.chain().focus().command(clearMarks).run(),
  },
  bullets: list('Mod-Shift-8', 'ul'),
  numbers: list('Mod-Shift-7', 'ol'),
  rule: {
    run: (editor: Editor) => editor.chain().focus().insertContent({ type: 'hr' }).command(goOnAfter).run(),
  },
  undo: {
    run: (editor: Editor) => undo(editor.state, editor.view.dispatch),
    isEnabled: (editor: Editor) => undoDepth(editor.state) > 0,
  },
  redo: {
    run: (editor: Editor) => redo(editor.state, editor.view.dispatch),
    isEnabled: (editor: Editor) => redoDepth(editor.state) > 0,
  },
} satisfies Record<string, Action>;

export type ActionName = keyof typeof TEXT_ACTIONS | keyof typeof TABLE_ACTIONS;

/** Everything that a button or a key does to the document. */
export const ACTIONS: Readonly<Record<ActionName, Action>> = { ...TEXT_ACTIONS, ...TABLE_ACTIONS };

/** Keys as `aria-keyshortcuts` writes them: `Mod-Alt-2` is `Control+Alt+2`. */
export function describeKeys(keys: string | undefined): string | undefined {
  return keys
    ?.replace('Mod-', 'Control-')
    .replaceAll(/-(?=.)/g, '+')
    .replace(/\+([a-z])$/, (_, letter: string) => `+${letter.toUpperCase()}`);
}
