import { imageSources } from '#contract/image-sources.ts';
import { coverSource } from '#site/art/cover.ts';
import { EagerImage } from '#site/ui/eager-image.tsx';

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
