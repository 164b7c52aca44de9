import { splitMarkup } from '#contract/post-body/split-markup.ts';

export type ContentParts = {
  /** The levels of the headings, in order. */
  headings: number[];
  /** How many pictures there are, and how many of them have no alternative text. */
  pictures: number;
  withoutAlt: number;
  /** The targets of the links. */
  links: string[];
};

/** What the checks read of the content of a post. */
export function readContent(content: string): ContentParts {
  const parts: ContentParts = { headings: [], pictures: 0, withoutAlt: 0, links: [] };
  for (const token of splitMarkup(content)) {
    if (token.type !== 'tag' || token.raw.startsWith('</')) continue;
    const { name, raw } = token;
    // The page shows an h1 as an h2.
    if (/^h[1-4]$/.test(name)) parts.headings.push(Math.max(2, Number(name[1])));
    if (name === 'img') {
      parts.pictures += 1;
      if (!readAttribute(raw, 'alt')?.trim()) parts.withoutAlt += 1;
    }
    const href = name === 'a' ? readAttribute(raw, 'href') : undefined;
    if (href) parts.links.push(href.trim().replace(/&amp;/g, '&'));
  }
  return parts;
}

const ATTRIBUTE =
  // redos-disable-next-line -- the attributes of one tag
  /\s([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g;

/** The value of an attribute of a tag that the parser has accepted. */
function readAttribute(tag: string, name: string): string | undefined {
  for (const [, key, double, single, bare] of tag.matchAll(ATTRIBUTE)) {
    if (key?.toLowerCase() === name) return double ?? single ?? bare;
  }
  return undefined;
}
