import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { fileInside } from '../pictures/find-picture.ts';
import type { Source, SourcePost } from '../source.ts';
import {
  CONTENT_FILE,
  ContentFile,
  PostFile,
  type ExportedPost,
  FORMAT_VERSION,
  POSTS_FOLDER,
} from './export-format.ts';

/** Bytes of one file of an export. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/**
 * Opens an export of this product. Every file is read and checked first. Throws a ConfigurationError that names the file
 * that is missing, damaged, or of a newer version.
 */
export async function openExport(folder: string): Promise<Source> {
  const content = await readJsonFile(folder, CONTENT_FILE, ContentFile);
  if (content.version > FORMAT_VERSION) {
    throw new ConfigurationError(`${folder} was exported by a newer version of this product. Update this one first.`);
  }
  for (const slug of content.posts) await readPost(folder, slug);
  return {
    product: 'an export of this product',
    siteUrl: URL.parse(content.site_url),
    categories: content.categories,
    rows: content,
    words: content.words,
    pictures: content.pictures,
    folder,
    async *items() {
      for (const slug of content.posts) yield { kind: 'post', post: sourceOf(await readPost(folder, slug)) };
    },
  };
}

const readPost = (folder: string, slug: string): Promise<ExportedPost> =>
  readJsonFile(folder, `${POSTS_FOLDER}/${slug}.json`, PostFile);

async function readJsonFile<T>(folder: string, name: string, schema: z.ZodType<T>): Promise<T> {
  const path = await fileInside(folder, name, MAX_FILE_BYTES);
  if (!path) throw new ConfigurationError(`${join(folder, name)} is missing or too large. Nothing was imported.`);
  let json: unknown;
  try {
    json = JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
  } catch {
    throw new ConfigurationError(`${path} is damaged: it is not JSON. Nothing was imported.`);
  }
  const { data, error } = schema.safeParse(json);
  if (data !== undefined) return data;
  const [issue] = error!.issues;
  throw new ConfigurationError(
    `${path} is damaged (${issue?.path.join('.')}: ${issue?.message}). Nothing was imported.`,
  );
}

function sourceOf(post: ExportedPost): SourcePost {
  return {
    id: post.id,
    title: post.title,
    slug: post.slug,
    body: post.content,
    format: 'own',
    excerpt: post.excerpt,
    status: post.status,
    category: post.category,
    picture: post.featured_image_url,
    publishedAt: post.published_at,
    createdAt: post.created_at,
    updatedAt: post.updated_at,
    metaTitle: post.meta_title,
    metaDescription: post.meta_description,
    metaKeywords: post.meta_keywords,
    addresses: [...post.old_slugs.map((slug) => `/blog/${slug}`), ...post.old_addresses].map(encodePath),
    byLine: post,
    authorEmail: post.author_email,
    notes: [],
  };
}

/** Addresses are stored decoded. */
const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
