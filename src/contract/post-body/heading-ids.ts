import { FOOTER_ID } from '../footer-id.ts';
import { freeSlug, slugFromTitle } from '../slug.ts';

/** A heading of a body: its level, its text, and the id that the source gives it. */
export type Heading = { level: number; title: string; own: string | null };

/** Ids that the page around the body uses. */
const TAKEN = ['main', 'more', 'share-heading', 'menu', FOOTER_ID];

const ID = /^[a-z][a-z0-9_-]{0,99}$/i;

/**
 * The id of each heading, unique on the page: the one that it has in the source, or else one made of its text. Headings
 * of level 2 come first, so that those in the table of contents keep their ids when a lower one is added.
 */
export function nameHeadings(headings: readonly Heading[], alsoTaken: readonly string[] = []): string[] {
  const taken = new Set([...TAKEN, ...alsoTaken]);
  const ids: string[] = [];
  const give = (at: number, id: string): void => {
    taken.add(id);
    ids[at] = id;
  };
  for (const [at, { own }] of headings.entries()) if (own && ID.test(own) && !taken.has(own)) give(at, own);
  const makeFor = (isWanted: (level: number) => boolean): void => {
    for (const [at, { level, title }] of headings.entries())
      if (ids[at] === undefined && isWanted(level)) give(at, freeSlug(slugFromTitle(title) || 'part', taken));
  };
  makeFor((level) => level === 2);
  makeFor((level) => level !== 2);
  return ids;
}
