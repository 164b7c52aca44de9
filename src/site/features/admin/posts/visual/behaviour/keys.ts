import { type Editor, Extension } from '@tiptap/core';
import { goToNextCell } from '@tiptap/pm/tables';
import { ACTIONS, type ActionName } from '../toolbar/actions.ts';
import { selectedPicture } from '../pictures/selected-picture.ts';
import { moveBlock } from './move-block.ts';

/** Keys of text: what Enter, Tab and the shortcuts of the toolbar do. */
export const Keys = Extension.create({
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
  if (name === 'pre') return insertBreak(editor);
  if (name === 'figcaption') return leaveFigure(editor);
  if (isInItem(editor)) return editor.commands.splitListItem('li');
  return empty && name === 'loose' && $from.parent.content.size === 0 && editor.commands.lift('blockquote');
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
