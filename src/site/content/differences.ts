import { countOf } from '#contract/amounts.ts';

/** What kind of block a text stands in, named with its article. */
export type BlockKind = keyof typeof differences.kinds;
export type MarkKind = keyof typeof differences.marks;

/** The words of the comparison of two versions of a post. */
export const differences = {
  kinds: {
    paragraph: 'a paragraph',
    heading2: 'a heading of level 2',
    heading3: 'a heading of level 3',
    heading4: 'a heading of level 4',
    item: 'an item of a bulleted list',
    numberedItem: 'an item of a numbered list',
    cell: 'a table cell',
    headerCell: 'a header cell of a table',
    quote: 'a quotation',
    code: 'a block of code',
    caption: 'a caption',
    term: 'a term',
    definition: 'a definition',
  },
  marks: {
    bold: 'Bold',
    italic: 'Italic',
    underline: 'Underline',
    strikethrough: 'Strikethrough',
    code: 'Code',
    link: 'Link',
    subscript: 'Subscript',
    superscript: 'Superscript',
    highlight: 'Highlight',
    small: 'Small print',
    abbreviation: 'Abbreviation',
    quotation: 'Quotation marks',
    citation: 'Citation',
  },
  picture: (alt: string) => (alt ? `[Picture: ${alt}]` : '[Picture]'),
  rule: '[Line]',
  kindChanged: (text: string, before: string, after: string) => `“${text}” changed from ${before} to ${after}`,
  markAdded: (mark: string, text: string) => `${mark} added to “${text}”`,
  markRemoved: (mark: string, text: string) => `${mark} removed from “${text}”`,
  linkAdded: (text: string, to: string) => `Link to ${to} added to “${text}”`,
  linkMoved: (text: string, before: string, after: string) => `Link of “${text}” changed from ${before} to ${after}`,
  pictureReplaced: (picture: string) => `Another picture file: ${picture}`,
  layoutOnly: 'Only the layout of the HTML changed. Readers see no difference in words or formatting.',
  formatting: 'Formatting',
  moreFormatting: (n: number) => `and ${countOf(n, 'more change')} of formatting`,
  summary: {
    first: 'First version',
    none: 'No change',
    words: (added: number, removed: number) =>
      [added && `${countOf(added, 'word')} added`, removed && `${removed} removed`].filter(Boolean).join(', '),
    formatting: 'formatting changed',
    layout: 'HTML layout changed',
    emptied: 'removed',
    loading: 'Comparing',
  },
  older: 'Show what changed in older versions',
} as const;
