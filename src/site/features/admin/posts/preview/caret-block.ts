/** The parts of a text that a preview can scroll to. */
const BLOCKS = 'p, h2, h3, h4, li, dt, dd, tr, pre, hr, figure, img, blockquote';
/** An editor has paragraphs in items and cells where the page may have none. */
const INNER = 'li p, dd p, td p, th p, blockquote p';

/** The blocks of a rendered text, in order. */
export function blocksIn(root: ParentNode): Element[] {
  return [...root.querySelectorAll(BLOCKS)].filter((block) => !block.matches(INNER));
}

/** How many blocks begin before the node, in a visual editor. */
export function countBlocksBefore(root: ParentNode, node: Node): number {
  return blocksIn(root).filter((block) => {
    const position = block.compareDocumentPosition(node);
    return block === node || (position & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)) > 0;
  }).length;
}

const OPENING = /<(?:p|h[1-4]|li|dt|dd|tr|pre|hr|figure|img|blockquote)[\s/>]/gi;
const INSIDE = /<(\/?)(li|dd|td|th|blockquote)[\s>]|<p[\s>]/gi;

/** How many blocks begin before the caret, in HTML. */
export function countBlocksInHtml(html: string, caret: number): number {
  const before = html.slice(0, caret);
  const opened = before.match(OPENING)?.length ?? 0;
  let depth = 0;
  let inner = 0;
  for (const [, slash, name] of before.matchAll(INSIDE)) {
    if (!name) inner += depth > 0 ? 1 : 0;
    else depth = Math.max(0, depth + (slash ? -1 : 1));
  }
  return opened - inner;
}
