import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { DatabasePool } from '#backend/database/connect.ts';
import { ConfigurationError } from '#contract/configuration-error.ts';
import type { Media } from '../pictures/media.ts';
import {
  CONTENT_FILE,
  type ExportedContent,
  type ExportedPost,
  FORMAT,
  PICTURES_FOLDER,
  POSTS_FOLDER,
  ROW_TABLES,
  type RowTable,
  VERSION,
} from './format.ts';
import { writeMarkdown } from './post-markdown.ts';
import { type StoredContent, readContent } from './read-content.ts';

export type ExportDeps = { database: DatabasePool; media: Media; siteUrl: string; now: () => Date };
export type ExportReport = Record<RowTable, number> & {
  posts: number;
  categories: number;
  pictures: number;
  missing: string[];
};

/**
 * Writes the content of the site to a new folder: into `FOLDER.unfinished`, which is renamed at the end. A picture that is
 * deleted meanwhile is named in `missing`. Throws a ConfigurationError when the folder has files already.
 */
export async function writeExport(folder: string, deps: ExportDeps): Promise<ExportReport> {
  await requireEmpty(folder);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  try {
    const report = await writeFiles(unfinished, deps);
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    return report;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function writeFiles(unfinished: string, deps: ExportDeps): Promise<ExportReport> {
  for (const part of [POSTS_FOLDER, PICTURES_FOLDER]) await mkdir(join(unfinished, part), { recursive: true });
  const postsFolder = join(unfinished, POSTS_FOLDER);
  const slugs: string[] = [];
  const stored = await readContent(deps.database, async (post) => {
    slugs.push(post.slug);
    await writeJson(join(postsFolder, `${post.slug}.json`), post);
  });
  const { pictures, missing } = await writePictures(join(unfinished, PICTURES_FOLDER), stored.picture, deps.media);
  await writeMarkdownFiles(postsFolder, slugs, pictures);
  const { category: _category, picture: _picture, ...rows } = stored;
  const content: ExportedContent = {
    format: FORMAT,
    version: VERSION,
    exported_at: deps.now().toISOString(),
    site_url: deps.siteUrl,
    categories: stored.category,
    ...rows,
    pictures,
    posts: slugs,
  };
  await writeJson(join(unfinished, CONTENT_FILE), content);
  const counts = ROW_TABLES.map((table) => [table, rows[table].length]);
  return {
    posts: slugs.length,
    categories: content.categories.length,
    ...(Object.fromEntries(counts) as Record<RowTable, number>),
    pictures: pictures.length,
    missing,
  };
}

async function requireEmpty(folder: string): Promise<void> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new ConfigurationError(`${folder} cannot be used (${error.code}). Name a new folder.`);
  });
  if (files.length > 0) throw new ConfigurationError(`${folder} has files already. Name a new folder.`);
}

type WrittenPictures = { pictures: ExportedContent['pictures']; missing: string[] };

async function writePictures(folder: string, stored: StoredContent['picture'], media: Media): Promise<WrittenPictures> {
  const written: WrittenPictures = { pictures: [], missing: [] };
  for (const { key, notes } of stored) {
    const bytes = await media.read(key).catch(() => null);
    if (!bytes) {
      written.missing.push(key);
      continue;
    }
    const file = fileNameOf(key);
    await writeFile(join(folder, file), bytes);
    written.pictures.push({ key, file, sha256: createHash('sha256').update(bytes).digest('hex'), notes });
  }
  return written;
}

/** A key may have slashes, and characters that file systems do not take. */
function fileNameOf(key: string): string {
  if (/^\w[\w.-]{0,150}$/.test(key)) return key;
  const ending = extname(key)
    .replaceAll(/[^\w.]/g, '')
    .slice(0, 10);
  return createHash('sha256').update(key).digest('hex').slice(0, 32) + ending;
}

/** Writes the Markdown beside the JSON of each post. It names the pictures that the export has. */
async function writeMarkdownFiles(
  folder: string,
  slugs: readonly string[],
  pictures: ExportedContent['pictures'],
): Promise<void> {
  const files = new Map(pictures.map(({ key, file }) => [key, `../${PICTURES_FOLDER}/${file}`]));
  for (const slug of slugs) {
    const post = JSON.parse(await readFile(join(folder, `${slug}.json`), 'utf8')) as ExportedPost;
    await writeFile(
      join(folder, `${slug}.md`),
      writeMarkdown(post, (key) => files.get(key)),
    );
  }
}

const writeJson = (file: string, value: unknown): Promise<void> =>
  writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
