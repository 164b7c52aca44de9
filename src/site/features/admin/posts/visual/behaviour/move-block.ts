import { type Command, NodeSelection, TextSelection } from '@tiptap/pm/state';

/** The depth of the block that moves: an item of a list, or a block of the document. */
function movedDepth({ selection }: Parameters<Command>[0]): number {
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type.name === 'li') return depth;
  return Math.min(1, $from.depth);
}

/** Swaps the block of the selection with the one before (-1) or after (1) it, and keeps the selection in it. */
export const moveBlock =
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
