import { blogList } from '#site/content/blog.ts';
import { firm } from '#site/content/firm.ts';
import { shareWords } from '#site/content/share.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { findCategory, findPublishedPost } from '#site/gateway/posts.ts';
import type { Card } from './draw-card.ts';

/** A card whose picture is still a URL. */
export type FoundCard = Omit<Card, 'picture'> & { pictureUrl: string | null };

const CATEGORY = /^\/blog\/category\/([^/]+)$/;
const POST = /^\/blog\/([^/]+)$/;

/**
 * Finds the contents of the share image of a path, or null when there is no such page. Rethrows the backend's error.
 */
export async function findCard(path: string, client: () => DataClient): Promise<FoundCard | null> {
  const category = CATEGORY.exec(path)?.[1];
  if (category) return cardOfCategory(category, client());
  const post = POST.exec(path)?.[1];
  if (post) return cardOfPost(post, client());
  const words = Object.entries(shareWords).find(([page]) => page === path)?.[1];
  if (!words) return null;
  const { title, label, wall } = words;
  const foot = title === firm.name ? firm.cities.map(({ name }) => name).join(', ') : firm.name;
  return { title, label, foot, cover: { slug: path, category_slug: wall }, pictureUrl: null };
}

async function cardOfPost(slug: string, client: DataClient): Promise<FoundCard | null> {
  const post = await findPublishedPost(client, slug);
  return (
    post && {
      title: post.title,
      label: post.categories?.name ?? blogList.heading,
      foot: firm.name,
      cover: { slug, category_slug: post.categories?.slug ?? null },
      pictureUrl: post.featured_image_url?.trim() || null,
    }
  );
}

async function cardOfCategory(slug: string, client: DataClient): Promise<FoundCard | null> {
  const category = await findCategory(client, slug);
  return (
    category && {
      title: category.name,
      label: blogList.heading,
      foot: firm.name,
      cover: { slug, category_slug: slug },
      pictureUrl: null,
    }
  );
}
