import {
  type Editor,
  Extension,
  markInputRule,
  nodeInputRule,
  textblockTypeInputRule,
  wrappingInputRule,
} from '@tiptap/core';
import { history, redo, undo } from '@tiptap/pm/history';
import { GapCursor } from '@tiptap/pm/gapcursor';
import { type Command, NodeSelection, Selection, TextSelection } from '@tiptap/pm/state';
import { goToNextCell } from '@tiptap/pm/tables';
import { selectedPicture } from '../pictures/selected-picture.ts';
import { type ActionName, ACTIONS } from '../toolbar/actions.ts';

/** Keys of text: what Enter, Tab and the shortcuts of the toolbar do. */
export const EditorKeys = Extension.create({
  name: 'keys',
  // Before the base keys of the editor.
  priority: 200,
  addKeyboardShortcuts() {
    const { editor } = this;
    const shortcuts = (Object.keys(ACTIONS) as ActionName[]).flatMap((name) => {
      const { keys, run } = ACTIONS[name];
      return keys ? [[keys, () => run(editor)] as const] : [];
    });
    return {
      ...Object.fromEntries(shortcuts),
      Enter: () => breakLine(editor),
      'Shift-Enter': () => insertBreak(editor),
      ArrowDown: () => leaveCode(editor),
      'Mod-End': () => goToEnd(editor),
      'Mod-Enter': () => editor.commands.exitCode() || insertBreak(editor),
      Tab: () => moveOn(editor, 1),
      'Shift-Tab': () => moveOn(editor, -1),
      'Alt-ArrowUp': () => moveBlock(-1)(editor.state, editor.view.dispatch),
      'Alt-ArrowDown': () => moveBlock(1)(editor.state, editor.view.dispatch),
      Backspace: () => leaveList(editor) || leaveStyle(editor),
    };
  },
});

/** Enter splits an item of a list, starts a line in code, and goes on after a figure. */
function breakLine(editor: Editor): boolean {
  const picture = selectedPicture(editor);
  if (picture && picture.figureAt !== null) return startLineAfter(editor, picture.figureAt);
  const { $from, empty } = editor.state.selection;
  const name = $from.parent.type.name;
  if (name === 'pre') return leaveCodeByLine(editor) || insertBreak(editor);
  if (name === 'figcaption') return leaveFigure(editor);
  // Of two halves of a heading the first keeps the id; at its beginning the text keeps it.
  if ($from.parent.attrs['id'] && $from.parentOffset > 0)
    return editor.chain().splitBlock().updateAttributes(name, { id: null }).run();
  if (isInItem(editor)) return editor.commands.splitListItem('li');
  return empty && name === 'loose' && $from.parent.content.size === 0 && editor.commands.lift('blockquote');
}

/** At the end of code that nothing follows, a press of the arrow starts a paragraph. */
function leaveCode(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  const isAtEnd = empty && $from.parent.type.name === 'pre' && $from.parentOffset === $from.parent.content.size;
  const isLast = isAtEnd && $from.node(-1).childCount === $from.index(-1) + 1;
  return isLast && editor.commands.exitCode();
}

/** A second Enter at the end of code removes the empty line and starts a paragraph. */
function leaveCodeByLine(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  const isEmptyLine = $from.nodeBefore?.type.name === 'br' && $from.parentOffset === $from.parent.content.size;
  if (!empty || !isEmptyLine || $from.parent.childCount === 1) return false;
  return editor
    .chain()
    .deleteRange({ from: $from.pos - 1, to: $from.pos })
    .exitCode()
    .run();
}

/** Browsers put the caret behind a last block that holds no text, where nothing can be typed. */
function goToEnd({ state, view }: Editor): boolean {
  const { doc } = state;
  const last = Selection.atEnd(doc);
  const end = last instanceof TextSelection ? last : new GapCursor(doc.resolve(doc.content.size));
  view.dispatch(state.tr.setSelection(end).scrollIntoView());
  return true;
}

function leaveFigure(editor: Editor): boolean {
  const { $from } = editor.state.selection;
  return startLineAfter(editor, $from.before($from.depth - 1));
}

function startLineAfter(editor: Editor, blockAt: number): boolean {
  const after = blockAt + (editor.state.doc.nodeAt(blockAt)?.nodeSize ?? 0);
  return editor
    .chain()
    .insertContentAt(after, { type: 'p' })
    .setTextSelection(after + 1)
    .run();
}

function insertBreak(editor: Editor): boolean {
  return editor.chain().insertContent({ type: 'br' }, { updateSelection: true }).scrollIntoView().run();
}

/** Tab nests an item, goes to the next cell (a new row at the end), and is otherwise the browser's. */
function moveOn(editor: Editor, direction: 1 | -1): boolean {
  if (isInItem(editor)) {
    if (direction > 0) editor.commands.sinkListItem('li');
    else editor.commands.liftListItem('li');
    return true;
  }
  if (goToNextCell(direction)(editor.state, editor.view.dispatch)) return true;
  if (direction < 0 || !editor.isActive('table')) return false;
  return ACTIONS.rowAfter.run(editor) && goToNextCell(1)(editor.state, editor.view.dispatch);
}

/** At the start of an item, Backspace lifts it out of the list. */
function leaveList(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  if (!empty || $from.parentOffset > 0 || !isInItem(editor) || $from.index($from.depth - 1) > 0) return false;
  return editor.commands.liftListItem('li');
}

/** At the start of a heading or of code, Backspace makes a paragraph of it. */
function leaveStyle(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  if (!empty || $from.parentOffset > 0 || !['h2', 'h3', 'h4', 'pre'].includes($from.parent.type.name)) return false;
  return editor.commands.setNode('p');
}

/** Whether the caret is in an item, and not in a table inside of it. */
function isInItem({ state }: Editor): boolean {
  const { $from } = state.selection;
  const name = $from.depth > 1 ? $from.node($from.depth - 1).type.name : '';
  return name === 'li';
}

/** Undo for as long as the form stays open. */
export const History = Extension.create({
  name: 'history',
  addProseMirrorPlugins: () => [history({ depth: 1000 })],
  addKeyboardShortcuts() {
    const run = (command: typeof undo) => () => command(this.editor.state, this.editor.view.dispatch);
    return { 'Mod-z': run(undo), 'Shift-Mod-z': run(redo), 'Mod-y': run(redo) };
  },
});

/** The depth of the block that moves: an item of a list, or a block of the document. */
function movedDepth({ selection }: Parameters<Command>[0]): number {
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type.name === 'li') return depth;
  return Math.min(1, $from.depth);
}

/** Swaps the block of the selection with the one before (-1) or after (1) it, and keeps the selection in it. */
const moveBlock =
  (direction: -1 | 1): Command =>
  (state, dispatch) => {
    const { selection } = state;
    const depth = movedDepth(state);
    // A selected block of the document has no depth of its own.
    const index = depth > 0 ? selection.$from.index(depth - 1) : selection.$from.index(0);
    const parent = selection.$from.node(Math.max(0, depth - 1));
    const block = parent.maybeChild(index);
    const other = parent.maybeChild(index + direction);
    if (!block || !other) return false;
    const from = depth > 0 ? selection.$from.before(depth) : selection.from;
    const to = direction < 0 ? from - other.nodeSize : from + other.nodeSize;
    const tr = state.tr.delete(from, from + block.nodeSize).insert(to, block);
    const offset = to - from;
    tr.setSelection(
      selection instanceof NodeSelection
        ? NodeSelection.create(tr.doc, selection.from + offset)
        : TextSelection.create(tr.doc, selection.anchor + offset, selection.head + offset),
    );
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** What turns into formatting while it is typed: `## `, `- `, `1. `, `> `, three backticks, `---`, `**b**`, `*i*`, `` `c` ``. */
export const MarkdownKeys = Extension.create({
  name: 'markdownKeys',
  addInputRules() {
    const { nodes, marks } = this.editor.schema;
    const block = (find: RegExp, name: string) => textblockTypeInputRule({ find, type: nodes[name]! });
    const wrap = (find: RegExp, name: string) => wrappingInputRule({ find, type: nodes[name]! });
    const mark = (find: RegExp, name: string) => markInputRule({ find, type: marks[name]! });
    return [
      block(/^##\s$/, 'h2'),
      block(/^###\s$/, 'h3'),
      block(/^####\s$/, 'h4'),
      block(/^```\s?$/, 'pre'),
      wrap(/^\s*[-*+]\s$/, 'ul'),
      wrap(/^\s*1[.)]\s$/, 'ol'),
      wrap(/^\s*>\s$/, 'blockquote'),
      nodeInputRule({ find: /^(?:---|—-|\*\*\*)\s?$/, type: nodes['hr']! }),
      // Of a match TipTap removes all but the marked text, so what stands before the signs is no part of it.
      // redos-disable-next-line -- the text before the caret in one paragraph, at most 500 characters
      mark(/(?<=^|[\s("“‘])(\*\*(?!\s)([^*]+)(?<!\s)\*\*)$/, 'strong'),
      // redos-disable-next-line -- as above
      mark(/(?<=^|[\s("“‘])(\*(?!\s)([^*]+)(?<!\s)\*)$/, 'em'),
      // redos-disable-next-line -- as above
      mark(/(?<=^|[\s("“‘])(_(?!\s)([^_]+)(?<!\s)_)$/, 'em'),
      // redos-disable-next-line -- as above
      mark(/(?<=^|[\s("“‘])(~~(?!\s)([^~]+)(?<!\s)~~)$/, 's'),
      // redos-disable-next-line -- as above
      mark(/(?<=^|[^`])(`([^`]+)`)$/, 'code'),
    ];
  },
});
