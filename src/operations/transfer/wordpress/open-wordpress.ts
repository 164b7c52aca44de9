import { textOf } from '#contract/excerpt.ts';
import { webAddress } from '../html/addresses.ts';
import type { Source, SourceCategory, SourceItem } from '../source.ts';
import { type WxrPart, readWxr } from './read-wxr.ts';
import { type WordPressSite, readWordPressItem } from './wordpress-post.ts';

/**
 * Opens a WordPress export (WXR). Reads it once as a whole, which checks it; the items are read again one at a time.
 * `siteUrl` replaces the address in the file. Throws a ConfigurationError as `readWxr` does.
 */
export async function openWordPress(file: string, siteUrl: URL | null): Promise<Source> {
  const attachments = new Map<string, string>();
  const authors = new Map<string, string>();
  const categories = new Map<string, SourceCategory>();
  let address = siteUrl;
  for await (const part of readWxr(file)) {
    const text = (name: string): string => part.fields.get(name)?.trim() ?? '';
    if (part.name === 'channel') address ??= addressOf(part);
    if (part.name === 'wp:author') authors.set(text('wp:author_login'), text('wp:author_email'));
    if (part.name === 'wp:category')
      addCategory(categories, text('wp:category_nicename'), text('wp:cat_name'), text('wp:category_description'));
    if (part.name !== 'item') continue;
    if (text('wp:post_type') === 'attachment') attachments.set(text('wp:post_id'), text('wp:attachment_url'));
    for (const { domain, slug, name } of part.terms) if (domain === 'category') addCategory(categories, slug, name, '');
  }
  const site: WordPressSite = { siteUrl: address, attachments, authors };
  return {
    product: 'WordPress',
    siteUrl: address,
    categories: [...categories.values()],
    rows: {},
    pictures: [],
    picturesFolder: null,
    items: () => readItems(file, site),
  };
}

async function* readItems(file: string, site: WordPressSite): AsyncGenerator<SourceItem> {
  for await (const part of readWxr(file)) if (part.name === 'item') yield readWordPressItem(part, site);
}

function addressOf({ fields }: WxrPart): URL | null {
  const names = ['wp:base_blog_url', 'link', 'wp:base_site_url'];
  return names.map((name) => webAddress(fields.get(name) ?? '', null)).find(Boolean) ?? null;
}

function addCategory(categories: Map<string, SourceCategory>, slug: string, name: string, description: string): void {
  if (slug === '' || slug === 'uncategorized') return;
  const known = categories.get(slug);
  const words = textOf(description) || known?.description || null;
  categories.set(slug, { slug, name: textOf(name) || known?.name || slug, description: words });
}
