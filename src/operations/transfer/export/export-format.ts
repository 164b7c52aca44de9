import { z } from 'zod';
import type { Database } from '#contract/database.types.ts';
import type { FlatTable } from '#contract/items.ts';
import { NAME_MAX_LENGTH, SLUG_MAX_LENGTH } from '#contract/limits.ts';
import { POST_STATUSES } from '#contract/post-status.ts';
import { isPlainKey } from '../pictures/media.ts';

/** The files of an export of this product: `content.json`, `posts/SLUG.json` and `.md`, `pictures/`. */
export const CONTENT_FILE = 'content.json';
export const POSTS_FOLDER = 'posts';
export const PICTURES_FOLDER = 'pictures';
export const EXPORT_FORMAT = 'india-going-global content';
/** Raised when a file of an earlier version could not be read by the same code any more. */
export const FORMAT_VERSION = 1;

const text = z.string().transform((value) => value.replaceAll('\0', ''));
const time = z.string().refine((value) => !Number.isNaN(Date.parse(value)), 'is not a time');
const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'is not a slug')
  .max(SLUG_MAX_LENGTH);

const words = text.refine((value) => value.trim() !== '', 'is empty');
const shortWords = words.refine((value) => Array.from(value).length <= NAME_MAX_LENGTH, 'is too long');

const Category = z.object({ slug, name: shortWords, description: text.nullable() });
type Columns<Table extends FlatTable> = Exclude<keyof Database['public']['Tables'][Table]['Row'], 'updated_at'>;

/**
 * The items that `content.json` has as rows: the columns of each table. Earlier exports lack a newer column, so it has a
 * default. Categories are found by their slug instead.
 */
export const rowSchemas = {
  testimonials: z.object({
    id: z.guid(),
    name: shortWords,
    company: shortWords,
    testimonial: words,
    rating: z.int().min(1).max(5),
    is_featured: z.boolean(),
    created_at: time,
  }),
} satisfies { [Table in Exclude<FlatTable, 'categories'>]: z.ZodObject<Record<Columns<Table>, z.ZodType>> };
export type RowTable = keyof typeof rowSchemas;
export type Rows = { [Table in RowTable]: z.output<(typeof rowSchemas)[Table]>[] };
export const ROW_TABLES = Object.keys(rowSchemas) as RowTable[];
/** What administrators put in the place of built-in words, by page; the site checks it when it reads it. */
const Words = z.object({ page: slug, words: z.record(z.string(), z.unknown()) });
export type ExportedWords = z.output<typeof Words>;
const Picture = z.object({
  /** The name of the object in the bucket `media`. */
  key: z.string().max(1024).refine(isPlainKey, 'is not the name of a picture'),
  /** The file in `pictures/`: a plain name, so that it cannot lead to another folder. */
  file: z
    .string()
    .regex(/^[\w-][\w.-]*$/, 'is not the name of a file')
    .max(255),
  sha256: z.string(),
  notes: z.record(z.string(), z.unknown()),
});

/** `content.json`. */
export const ContentFile = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.number(),
  exported_at: time,
  site_url: z.string(),
  categories: z.array(Category),
  testimonials: z.array(rowSchemas.testimonials),
  words: z.array(Words).default([]),
  pictures: z.array(Picture),
  /** The slugs of the posts, each of which has a file. */
  posts: z.array(slug),
});

/** The id of a person of the firm. Earlier exports have none. */
const personId = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'is not the id of a person')
  .max(100)
  .nullable()
  .default(null);

/** `posts/SLUG.json`: the row of the post, and what other tables say of it. */
export const PostFile = z.object({
  id: z.guid(),
  title: text,
  slug,
  excerpt: text.nullable(),
  content: text,
  status: z.enum(POST_STATUSES),
  category: slug.nullable(),
  meta_title: text.nullable(),
  meta_description: text.nullable(),
  meta_keywords: text.nullable(),
  featured_image_url: text.nullable(),
  published_at: time.nullable(),
  created_at: time,
  updated_at: time,
  author: personId,
  reviewer: personId,
  law_as_of: z.iso.date().nullable().default(null),
  author_email: text.nullable(),
  old_slugs: z.array(text),
  old_addresses: z.array(text),
});

export type ExportedPost = z.output<typeof PostFile>;
/** A table of `rowSchemas` that `ContentFile` lacks is an error of the compiler. */
export type ExportedContent = z.output<typeof ContentFile> & Rows;
