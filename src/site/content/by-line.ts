import { formatLongDate } from '#contract/date.ts';
import { blogPost } from './blog.ts';
import { findLeader, leaderPath } from './team.ts';

type Answerable = { author: string | null; reviewer: string | null; law_as_of: string | null };

/** The entries of a post's by-line; none for what is not known, and for people who have left the firm. */
export function byLineOf({ author, reviewer, law_as_of }: Answerable) {
  const words = blogPost.byLine;
  return [
    ...personEntry(words.author, author),
    ...personEntry(words.reviewer, reviewer),
    ...(law_as_of ? [{ term: words.lawAsOf, text: formatLongDate(law_as_of), dateTime: law_as_of }] : []),
  ];
}

function personEntry(term: string, id: string | null) {
  const leader = findLeader(id);
  return leader ? [{ term, text: leader.name, href: leaderPath(leader) }] : [];
}
