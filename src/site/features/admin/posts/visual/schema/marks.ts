import { Mark } from '@tiptap/core';
import { ALLOWED_ELEMENTS, ALLOWED_TAGS } from '#contract/post-body/allowed-elements.ts';
import { attributesOf } from './attributes.ts';

/** Links are the outermost marks where the order is not given by the source. */
const MARK_TAGS = ALLOWED_TAGS.filter((tag) => ALLOWED_ELEMENTS[tag].kind === 'mark');

/**
 * A mark for each inline element, named as its tag. `key` is the position of its element in the source: it keeps the
 * nesting of elements, and two adjacent elements apart, so that unchanged text is written as it was read.
 */
export const MARKS = MARK_TAGS.map((tag) =>
  Mark.create({
    name: tag,
    // A span has no meaning of its own, and programs nest them.
    ...(tag === 'span' && { excludes: '' }),
    ...(tag === 'a' && { inclusive: false, exitable: true }),
    ...(tag === 'code' && { exitable: true }),
    addAttributes: () => ({ ...attributesOf(tag), key: { default: null, rendered: false, parseHTML: () => null } }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  }),
);
