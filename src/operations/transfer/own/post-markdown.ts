import TurndownService from 'turndown';
import { stringify } from 'yaml';
import { cleanBody } from '#contract/post-body/render-body.ts';
import type { ExportedPost } from './format.ts';

const OWN_PICTURE = /\/storage\/v1\/object\/public\/media\/([^\s"'<>?#)]+)/g;

/** Markdown has no words for these; they stay HTML, which Markdown may hold. */
const KEPT = ['table', 'figure', 'dl', 'sub', 'sup', 'u', 's', 'mark', 'small', 'abbr', 'cite', 'q'] as const;

/**
 * A post as Markdown with YAML front matter, for people and other programs; the JSON beside it is exact. `fileOf` returns
 * the address of a picture of this site in the export, by its key.
 */
export function writeMarkdown(post: ExportedPost, fileOf: (key: string) => string | undefined): string {
  const inExport = (content: string): string =>
    content.replaceAll(OWN_PICTURE, (address, key: string) => fileOf(decode(key)) ?? address);
  const frontMatter = {
    title: post.title,
    slug: post.slug,
    status: post.status,
    date: post.published_at ?? post.created_at,
    updated: post.updated_at,
    category: post.category,
    keywords: post.meta_keywords,
    excerpt: post.excerpt,
    meta_title: post.meta_title,
    meta_description: post.meta_description,
    image: post.featured_image_url && inExport(post.featured_image_url),
    author: post.author_email,
    old_addresses: [...post.old_slugs.map((slug) => `/blog/${slug}`), ...post.old_addresses],
  };
  const written = Object.entries(frontMatter).filter(([, value]) => value !== null && value.length > 0);
  return `---\n${stringify(Object.fromEntries(written))}---\n\n${toMarkdown(inExport(cleanBody(post.content)))}\n`;
}

function toMarkdown(html: string): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  return service.keep([...KEPT]).turndown(html);
}

function decode(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
