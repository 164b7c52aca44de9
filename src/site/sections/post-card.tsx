import { GoLink } from '#site/ui/go-link.tsx';
import { Arch } from '#site/ui/arch.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';
import { Unbroken } from '#site/ui/unbroken.tsx';
import { PostPicture, type PicturedPost } from './post-picture.tsx';

export type CardPost = PicturedPost & {
  href: string;
  title: string;
  /** Formatted, and as an ISO instant for `datetime`. */
  date: { iso: string; text: string };
  category?: string;
  excerpt?: string;
};

export type PostCardProps = { post: CardPost; headingLevel?: 2 | 3; readMore?: string; isEager?: boolean };

/** A post as a card. With `readMore` it has a link of its own, as in the blog list. */
export function PostCard({ post, headingLevel = 3, readMore, isEager }: PostCardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <article className="post-card">
      <Arch post={post.href}>
        <PostPicture post={post} isEager={isEager} />
      </Arch>
      <p className="post-card__meta">
        {post.category && <b>{post.category}</b>}
        <time dateTime={post.date.iso}>{post.date.text}</time>
      </p>
      <Heading className="post-card__title">
        <RouteLink href={post.href}>
          <Unbroken text={post.title} />
        </RouteLink>
      </Heading>
      {post.excerpt && <p className="post-card__excerpt">{post.excerpt}</p>}
      {readMore && (
        <GoLink className="post-card__more" href={post.href} aria-label={`${readMore}: ${post.title}`}>
          {/* The arrow of the specification's text is an icon here; screen readers get the text. */}
          {readMore.replace(/ →$/, '')}
          <span className="sr-only"> →</span>
        </GoLink>
      )}
    </article>
  );
}
