import { z } from 'zod';
import { textOf } from '#contract/excerpt.ts';
import type { PostStatus } from '#contract/post-status.ts';
import { hostOf, webAddress } from '../html/addresses.ts';
import { type Source, type SourceCategory, type SourceItem, stableId } from '../source.ts';
import { type WxrPart, readWxr } from './read-wxr.ts';
import { type Attachment, replaceShortcodes } from './shortcodes.ts';

/**
 * Opens a WordPress export (WXR). Reads it once as a whole, which checks it; the items are read again one at a time.
 * `siteUrl` replaces the address in the file. Throws a ConfigurationError as `readWxr` does.
 */
export async function openWordPress(file: string, siteUrl: URL | null): Promise<Source> {
  const attachments = new Map<string, Attachment>();
  const authors = new Map<string, string>();
  const categories = new Map<string, SourceCategory>();
  const patterns = new Map<string, string>();
  let address = siteUrl;
  for await (const part of readWxr(file)) {
    const text = (name: string): string => part.fields.get(name)?.trim() ?? '';
    if (part.name === 'channel') address ??= addressOf(part);
    if (part.name === 'wp:author') authors.set(text('wp:author_login'), text('wp:author_email'));
    if (part.name === 'wp:category')
      addCategory(categories, text('wp:category_nicename'), text('wp:cat_name'), text('wp:category_description'));
    if (part.name !== 'item') continue;
    if (text('wp:post_type') === 'attachment')
      attachments.set(text('wp:post_id'), {
        address: text('wp:attachment_url'),
        alt: part.meta.get('_wp_attachment_image_alt') ?? '',
        caption: text('excerpt:encoded'),
        parent: text('wp:post_parent'),
      });
    if (text('wp:post_type') === 'wp_block') patterns.set(text('wp:post_id'), text('content:encoded'));
    for (const { domain, slug, name } of part.terms) if (domain === 'category') addCategory(categories, slug, name, '');
  }
  const site: WordPressSite = { siteUrl: address, attachments, authors, patterns };
  return {
    product: 'WordPress',
    siteUrl: address,
    categories: [...categories.values()],
    rows: {},
    pictures: [],
    folder: null,
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

/** What the items of a file refer to. */
type WordPressSite = {
  siteUrl: URL | null;
  /** Uploaded files, by the id of their item. */
  attachments: ReadonlyMap<string, Attachment>;
  /** E-mail addresses of the authors, by login. */
  authors: ReadonlyMap<string, string>;
  /** The contents of synced patterns, by the id of their item. */
  patterns: ReadonlyMap<string, string>;
};

/** The states of WordPress that become posts, and what they become. */
const STATES: Readonly<Record<string, { status: PostStatus; note?: string }>> = {
  publish: { status: 'published' },
  future: { status: 'published' },
  draft: { status: 'draft' },
  pending: { status: 'draft', note: 'waited for review; it is a draft here' },
  private: { status: 'draft', note: 'was private; it is a draft here' },
};

/** An item of a WordPress export as a post; a page becomes a post too. */
function readWordPressItem(item: WxrPart, site: WordPressSite): SourceItem {
  const text = (name: string): string => item.fields.get(name)?.trim() ?? '';
  const type = text('wp:post_type') || 'post';
  if (type !== 'post' && type !== 'page') return { kind: 'left out', what: `items of type ${type.slice(0, 40)}` };
  const state = Object.hasOwn(STATES, text('wp:status')) ? STATES[text('wp:status')] : undefined;
  if (!state)
    return { kind: 'left out', what: `${type}s with the state ${text('wp:status').slice(0, 40) || 'unknown'}` };

  const hasPassword = text('wp:post_password') !== '';
  const { html: written, blocks } = replaceBlocks(item.fields.get('content:encoded') ?? '', site.patterns);
  const noted = withFootnotes(written, item.meta.get('footnotes') ?? '');
  const { html: sized, leftOut } = replaceShortcodes(noted, site.attachments, text('wp:post_id'));
  const html = withOriginals(sized, site.attachments);
  const categories = item.terms.filter(({ domain }) => domain === 'category');
  const tags = item.terms.filter(({ domain }) => domain === 'post_tag').map(({ name }) => textOf(name));
  const publishedAt = readTime(text('wp:post_date_gmt')) ?? readTime(text('wp:post_date')) ?? readTime(text('pubDate'));
  const status = hasPassword ? 'draft' : state.status;
  return {
    kind: 'post',
    post: {
      id: stableId(
        `wordpress ${site.siteUrl ? hostOf(site.siteUrl) : ''} ${text('wp:post_id') || text('guid') || text('link')}`,
      ),
      title: textOf(text('title')),
      slug: text('wp:post_name'),
      body: html,
      format: html.includes('<!-- wp:') ? 'wordpress-blocks' : 'wordpress-text',
      excerpt: textOf(text('excerpt:encoded')) || null,
      status,
      publishedAt: status === 'published' ? publishedAt : null,
      createdAt: publishedAt,
      updatedAt: readTime(text('wp:post_modified_gmt')) ?? publishedAt,
      category: categories.find(isCategory)?.slug ?? null,
      metaTitle: metaOf(item, ['_yoast_wpseo_title', 'rank_math_title', '_aioseo_title']),
      metaDescription: metaOf(item, ['_yoast_wpseo_metadesc', 'rank_math_description', '_aioseo_description']),
      metaKeywords: tags.join(', ') || null,
      picture: site.attachments.get(item.meta.get('_thumbnail_id') ?? '')?.address ?? null,
      addresses: addressesOf(text('link'), site.siteUrl),
      authorEmail: site.authors.get(text('dc:creator')) ?? null,
      notes: [
        ...(state.note ? [state.note] : []),
        ...(hasPassword ? ['was protected by a password, which this site does not have; it is a draft here'] : []),
        ...(type === 'page' ? ['was a page; it is a post here'] : []),
        ...(categories.filter(isCategory).length > 1 ? ['had several categories; it is in the first'] : []),
        ...(item.comments > 0 ? [`comments left out: ${item.comments}`] : []),
        ...leftOut.map((name) => `shortcode left out: [${name}]`),
        ...blocks.map((name) => `block left out: ${name}`),
      ],
    },
  };
}

/** Patterns may hold patterns. */
const MAX_PATTERN_DEPTH = 5;

/**
 * Blocks without a content of their own are made by WordPress when it shows a page: a synced pattern gets its content,
 * and the names of others, such as the latest posts, are returned.
 */
function replaceBlocks(
  body: string,
  patterns: ReadonlyMap<string, string>,
  depth = 0,
): { html: string; blocks: string[] } {
  const leftOut = new Set<string>();
  // redos-disable-next-line -- each try ends at the next < or >
  const html = body.replaceAll(/<!-- wp:([a-z][\w/-]*) ([^<>]*)\/-->/g, (_, name: string, attributes: string) => {
    const pattern = name === 'block' && patterns.get(/"ref":(\d+)/.exec(attributes)?.[1] ?? '');
    if (pattern && depth < MAX_PATTERN_DEPTH) {
      const inner = replaceBlocks(pattern, patterns, depth + 1);
      for (const block of inner.blocks) leftOut.add(block);
      return inner.html;
    }
    // The notes stand where they belong (`withFootnotes`).
    if (name !== 'footnotes') leftOut.add(name);
    return '';
  });
  return { html, blocks: [...leftOut] };
}

const Footnotes = z.array(z.object({ id: z.string(), content: z.string() }));

function parseFootnotes(json: string): z.output<typeof Footnotes> {
  try {
    return Footnotes.parse(JSON.parse(json));
  } catch {
    return [];
  }
}

/** WordPress keeps the footnotes of a post beside its content, which only has their numbers. */
function withFootnotes(html: string, footnotes: string): string {
  const notes = new Map(parseFootnotes(footnotes).map(({ id, content }) => [id, content]));
  // redos-disable-next-line -- each try ends at the next closing tag
  return html.replaceAll(/<sup\b[^<>]* data-fn="([^"<>]*)"[^<>]*>.*?<\/sup>/g, (number, id: string) => {
    const note = notes.get(id);
    return note === undefined ? number : `<small data-footnote>${note}</small>`;
  });
}

/**
 * WordPress shows copies of pictures, such as `port-300x200.jpg` of `port.jpg`, or of `port-scaled.jpg` where `port.jpg`
 * was too large: the original is taken where it is known.
 */
function withOriginals(html: string, attachments: ReadonlyMap<string, Attachment>): string {
  const originals = new Map(
    Array.from(attachments.values(), ({ address }) => [address.replace(/-scaled(\.[a-z]{3,4})$/i, '$1'), address]),
  );
  return html.replaceAll(
    /https?:\/\/[^\s"'<>]+/gi,
    (address) => originals.get(address.replace(/-\d{1,5}x\d{1,5}(\.[a-z]{3,4})$/i, '$1')) ?? address,
  );
}

/** WordPress files what has no category under this one. */
const isCategory = ({ slug }: { slug: string }): boolean => slug !== 'uncategorized';

/** Titles of search plugins may hold variables, such as `%%title%%` or `#post_title`, which only they know. */
function metaOf({ meta }: WxrPart, names: readonly string[]): string | null {
  const value = names.map((name) => meta.get(name)?.trim()).find(Boolean);
  return value === undefined || /%[a-z]|#(?:post|site|author|separator)_/i.test(value) ? null : value;
}

/** The path of the address of an item; WordPress gives drafts an address with a query instead (`?p=12`). */
function addressesOf(link: string, siteUrl: URL | null): string[] {
  const url = URL.parse(link, siteUrl ?? undefined);
  return url && url.search === '' && url.pathname !== '/' ? [url.pathname] : [];
}

/** `2019-05-04 10:00:00` as ISO 8601, in UTC; null for WordPress' `0000-00-00 00:00:00` and other text. */
function readTime(text: string): string | null {
  const iso = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text;
  const time = iso === '' || iso.startsWith('0000') ? Number.NaN : Date.parse(iso);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
