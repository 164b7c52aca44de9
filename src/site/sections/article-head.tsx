import { clsx } from 'clsx';
import { Arch } from '#site/ui/arch.tsx';
import { Badge } from '#site/ui/badge.tsx';
import { GoLink } from '#site/ui/go-link.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';
import { Unbroken } from '#site/ui/unbroken.tsx';
import type { LabelledLink } from './link.ts';
import { PostPicture, type PicturedPost } from './post-card.tsx';

/** A person with the address of their page, or a date. */
export type ByLineEntry = { term: string; text: string; href?: string; dateTime?: string };

export type ArticleHeadProps = {
  back: LabelledLink;
  post: PicturedPost & {
    /** Unset in the preview of a post. */
    href?: string;
    title: string;
    category?: string;
    lead?: string;
    byLine?: readonly ByLineEntry[];
    date: { iso: string; text: string };
  };
  /** Such as "5 min read". */
  readingTime?: string;
};

/** Titles longer than these many characters are set smaller, so that they keep to about four lines. */
const LONG_TITLE = 56;
const VERY_LONG_TITLE = 90;

export function ArticleHead({ back, post, readingTime }: ArticleHeadProps) {
  return (
    <header className="wrap grid-12 article-head">
      <p className="article-head__back screen-only">
        <GoLink href={back.href} direction="left">
          {back.label}
        </GoLink>
      </p>
      <div className="article-head__text">
        <p className="article-head__meta label soft row">
          {post.category && <Badge>{post.category}</Badge>} <time dateTime={post.date.iso}>{post.date.text}</time>{' '}
          {readingTime && <span>{readingTime}</span>}
        </p>
        <h1 className={clsx(sizeOf(post.title))}>
          <Unbroken text={post.title} />
        </h1>
        {post.lead && <p className="lead">{post.lead}</p>}
        {post.byLine && post.byLine.length > 0 && <ByLine entries={post.byLine} />}
      </div>
      <div className="article-head__art">
        <Arch post={post.href}>
          <PostPicture post={post} alt={post.featured_image_url ? post.title : ''} isEager />
        </Arch>
      </div>
    </header>
  );
}

/** Who answers for the text, and the date of its law. */
function ByLine({ entries }: { entries: readonly ByLineEntry[] }) {
  return (
    <dl className="by-line">
      {entries.map(({ term, text, href, dateTime }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {href && <RouteLink href={href}>{text}</RouteLink>}
            {dateTime && <time dateTime={dateTime}>{text}</time>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function sizeOf({ length }: string): string | null {
  if (length > VERY_LONG_TITLE) return 'article-head__longest';
  return length > LONG_TITLE ? 'article-head__long' : null;
}
