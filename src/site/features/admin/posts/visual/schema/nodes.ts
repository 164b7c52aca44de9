import { Node, type NodeConfig } from '@tiptap/core';
import {
  ALLOWED_ELEMENTS,
  ALLOWED_TAGS,
  type AllowedElement,
  type AllowedTag,
} from '#contract/post-body/allowed-elements.ts';
import { attributesOf } from './attributes.ts';
import { TABLE_NODES, TABLE_TAGS } from './table-nodes.ts';

/** Text in a list item or a cell stands there without a paragraph, unless the source has one. */
const FLOW = '(loose | flow)+';

const doc = Node.create({ name: 'doc', topNode: true, content: 'flow+' });
const text = Node.create({ name: 'text', group: 'inline' });

/** A line of text that no element of its own surrounds, such as the text of `<li>` or a post without tags. */
const loose = Node.create({
  name: 'loose',
  group: 'flow',
  content: 'inline*',
  parseHTML: () => [{ tag: 'div.loose', priority: 60 }],
  renderHTML: () => ['div', { class: 'loose' }, 0],
});

/** What the table of elements does not say: how an element behaves while it is edited. */
const BEHAVIOUR: Partial<Record<AllowedTag, Partial<NodeConfig>>> = {
  pre: { code: true, defining: true },
  h2: { defining: true },
  h3: { defining: true },
  h4: { defining: true },
  ul: { group: 'flow list' },
  ol: { group: 'flow list' },
  li: { defining: true },
  blockquote: { defining: true, content: 'flow+' },
  div: { defining: true, content: 'flow+' },
  figure: { draggable: true, isolating: true },
  figcaption: { isolating: true },
  br: { selectable: false, linebreakReplacement: true, renderText: () => '\n' },
  img: { draggable: true },
};

const NODE_TAGS = ALLOWED_TAGS.filter((tag) => ALLOWED_ELEMENTS[tag].kind !== 'mark' && !TABLE_TAGS.includes(tag));

function nodeOf(tag: AllowedTag): Node {
  const element: AllowedElement = ALLOWED_ELEMENTS[tag];
  const isInline = tag === 'br' || tag === 'img';
  const isLeaf = element.content === 'empty';
  return Node.create({
    name: tag,
    ...(isInline ? { inline: true, group: 'inline' } : element.kind !== 'part' && { group: 'flow' }),
    ...(!isLeaf && { content: contentOf(element) }),
    ...BEHAVIOUR[tag],
    addAttributes: () => attributesOf(tag),
    parseHTML: () => [{ tag, ...(tag === 'pre' && { preserveWhitespace: 'full' as const }) }],
    renderHTML: ({ HTMLAttributes }) => (isLeaf ? [tag, HTMLAttributes] : [tag, HTMLAttributes, 0]),
  });
}

function contentOf({ content }: AllowedElement): string {
  if (content === 'inline') return 'inline*';
  if (content === 'flow') return FLOW;
  if (content === 'empty') return '';
  return `(${[...(content.andFlow ? ['loose', 'flow'] : []), ...content.parts].join(' | ')})+`;
}

/** A node for each block of the allow-list, named as its tag. The first, p, is what the editor makes by default. */
export const NODES: readonly Node[] = [doc, text, ...NODE_TAGS.map(nodeOf), loose, ...TABLE_NODES];
