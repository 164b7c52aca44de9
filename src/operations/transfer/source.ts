import { createHash } from 'node:crypto';
import type { PostStatus } from '#contract/post-status.ts';
import type { ExportedWords, Rows } from './export/export-format.ts';

/** How the text of a post is written. */
export type BodyFormat =
  /** HTML in which white space is layout. */
  | 'html'
  /** Text of WordPress' earlier editor: blank lines separate paragraphs, and a line break is a break. */
  | 'wordpress-text'
  /** WordPress' blocks: HTML, between which there may be text of the earlier editor. */
  | 'wordpress-blocks'
  /** The content of a post of this product, in which a line break is a break. */
  | 'own';

/** The columns of a post's by-line. */
export type ByLine = { author: string | null; reviewer: string | null; law_as_of: string | null };

/** One post as a file has it, in the terms of this product. Times are ISO 8601. */
export type SourcePost = {
  /** A UUID, the same at each import of the same post, so that a second import finds it. */
  id: string;
  title: string;
  slug: string;
  body: string;
  format: BodyFormat;
  excerpt: string | null;
  status: PostStatus;
  publishedAt: string | null;
  createdAt: string | null;
  updatedAt: string | null;
  /** The slug of one of the categories of the source. */
  category: string | null;
  metaTitle: string | null;
  metaDescription: string | null;
  metaKeywords: string | null;
  /** Address of the featured image: absolute, or relative to the earlier website. */
  picture: string | null;
  /** Paths of the post on the earlier website, percent-encoded. */
  addresses: readonly string[];
  /** Who wrote and reviewed it, and the date of its law; only an export of this product has them. */
  byLine?: ByLine;
  authorEmail: string | null;
  /** What the import leaves out or changes in this post. */
  notes: readonly string[];
};

export type SourceCategory = { slug: string; name: string; description: string | null };

/** A picture of an export of this product: its object in the bucket `media`, and the file beside the export. */
export type SourcePicture = { key: string; file: string; sha256: string; notes: Record<string, unknown> };

/** What an item of a file becomes: a post, or the reason why it is not taken. */
export type SourceItem = { kind: 'post'; post: SourcePost } | { kind: 'left out'; what: string };

/** A file that was read and checked once as a whole. */
export type Source = {
  /** Such as `WordPress`. */
  product: string;
  /** The earlier website; pictures of other hosts are not copied. */
  siteUrl: URL | null;
  categories: readonly SourceCategory[];
  /** Rows of items such as testimonials; only an export of this product has them. */
  rows: Partial<Rows>;
  /** Words of the site; only an export of this product has them. */
  words?: readonly ExportedWords[];
  pictures: readonly SourcePicture[];
  /** The folder of an export of this product. */
  folder: string | null;
  /** The items, one at a time: a file may be larger than the memory. */
  items: () => AsyncIterable<SourceItem>;
};

/** A UUID (RFC 9562, version 8) made of the SHA-256 of `name`: the same for the same name. */
export function stableId(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
