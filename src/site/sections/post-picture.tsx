import { coverSource } from '../art/cover.ts';

export type PicturedPost = { slug: string; category_slug?: string | null; featured_image_url?: string | null };

type PostPictureProps = { post: PicturedPost; alt?: string; isEager?: boolean };

/** The featured image of a post, or the cover drawn from its slug and category. */
export function PostPicture({ post, alt = '', isEager = false }: PostPictureProps) {
  const source = post.featured_image_url || coverSource({ slug: post.slug, category_slug: post.category_slug });
  return <img src={source} alt={alt} width="720" height="900" loading={isEager ? 'eager' : 'lazy'} decoding="async" />;
}
