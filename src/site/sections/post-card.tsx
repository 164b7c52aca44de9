import { imageSources } from '#contract/image-sources.ts';
import { coverSource } from '#site/art/cover.ts';
import { Arch } from '#site/ui/arch.tsx';
import { EagerImage } from '#site/ui/eager-image.tsx';
import { GoLink } from '#site/ui/go-link.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';
import { Unbroken } from '#site/ui/unbroken.tsx';

export type PicturedPost = { slug: string; category_slug?: string | null; featured_image_url?: string | null };

type PostPictureProps = { post: PicturedPost; alt?: string; isEager?: boolean };

/** The widths of the arch: a third of a wide page, nearly the full width of a phone. */
const SIZES = '(min-width: 1100px) 420px, (min-width: 700px) 45vw, 90vw';
const WIDEST = 960;

/**
 * The featured image of a post, or the cover drawn from its slug and category. The cover also lies behind an image, which
 * may be on another host and gone.
 */
export function PostPicture({ post, alt = '', isEager = false }: PostPictureProps) {
  const cover = coverSource({ slug: post.slug, category_slug: post.category_slug });
  const picture = post.featured_image_url;
  if (!picture) return <Picture src={cover} alt={alt} isEager={isEager} />;
  return (
    <>
      <Picture src={cover} alt="" />
      <Picture src={picture} alt={alt} isEager={isEager} />
    </>
  );
}

function Picture({ src, alt, isEager = false }: { src: string; alt: string; isEager?: boolean }) {
  const sources = imageSources(src, WIDEST);
  const Image = isEager ? EagerImage : 'img';
  return (
    <Image
      src={sources?.src ?? src}
      srcSet={sources?.srcSet}
      sizes={sources ? SIZES : undefined}
      alt={alt}
      width="720"
      height="900"
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}

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
    <article className="post-card column row-link">
      <Arch post={post.href}>
        <PostPicture post={post} isEager={isEager} />
      </Arch>
      <p className="post-card__meta wraps">
        {post.category && <b>{post.category}</b>} <time dateTime={post.date.iso}>{post.date.text}</time>
      </p>
      <Heading className="post-card__title clamp">
        <RouteLink href={post.href}>
          <Unbroken text={post.title} />
        </RouteLink>
      </Heading>
      {post.excerpt && <p className="post-card__excerpt clamp">{post.excerpt}</p>}
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
