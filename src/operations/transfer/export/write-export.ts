import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import TurndownService from 'turndown';
import type { DatabasePool } from '#backend/database/connect.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { endings } from '#backend/database/embedded.ts';
import { cleanBody } from '#contract/post-body/render-body.ts';
import { percentDecoded } from '#contract/url-path.ts';
import { asBackend } from '#backend/database/as-caller.ts';
import { type MediaStore, fileNameOf } from '../pictures/media.ts';
import {
  CONTENT_FILE,
  type ExportedContent,
  type ExportedPost,
  type ExportedWords,
  EXPORT_FORMAT,
  PICTURES_FOLDER,
  POSTS_FOLDER,
  FORMAT_VERSION,
  ROW_TABLES,
  type RowTable,
  type Rows,
} from './export-format.ts';

type ExportDeps = { database: DatabasePool; media: MediaStore; siteUrl: string; now: () => Date };
type ExportReport = Record<RowTable, number> & {
  posts: number;
  categories: number;
  pictures: number;
  missing: string[];
  unfinished: string[];
};

/**
 * Writes the content of the site to a new folder: into `FOLDER.unfinished-…`, which is renamed at the end. A picture that
 * is deleted meanwhile is named in `missing`, and such folders of other exports, which were killed or still run, in
 * `unfinished`. Throws a ConfigurationError when the folder has files, also at the end.
 */
export async function writeExport(folder: string, deps: ExportDeps): Promise<ExportReport> {
  await requireEmpty(folder);
  await rmdir(folder).catch(({ code }: NodeJS.ErrnoException) => {
    if (code !== 'ENOENT') throw notReplaced(folder, code);
  });
  const unfinished = `${folder}${UNFINISHED}${randomUUID()}`;
  // A signal comes while files are written.
  const remove = () => rm(unfinished, { recursive: true, force: true, maxRetries: 10 });
  endings.add(remove);
  try {
    const report = await writeFiles(unfinished, deps);
    await requireEmpty(folder);
    await rmdir(folder).catch(() => {});
    await rename(unfinished, folder);
    return { ...report, unfinished: await listUnfinished(folder) };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    endings.delete(remove);
  }
}

/** The folder is a mount or a symbolic link, or the one around it may not be written to. */
function notReplaced(folder: string, code: string | undefined): ConfigurationError {
  return new ConfigurationError(`${folder} cannot be replaced (${code}). Name a new folder in it.`);
}

const UNFINISHED = '.unfinished-';

async function listUnfinished(folder: string): Promise<string[]> {
  const names = await readdir(dirname(folder)).catch(() => []);
  return names
    .filter((name) => name.startsWith(basename(folder) + UNFINISHED))
    .map((name) => join(dirname(folder), name));
}

async function writeFiles(unfinished: string, deps: ExportDeps): Promise<Omit<ExportReport, 'unfinished'>> {
  for (const part of [POSTS_FOLDER, PICTURES_FOLDER]) await mkdir(join(unfinished, part), { recursive: true });
  const postsFolder = join(unfinished, POSTS_FOLDER);
  const slugs: string[] = [];
  const stored = await readContent(deps.database, async (post) => {
    slugs.push(post.slug);
    await writeJson(join(postsFolder, `${post.slug}.json`), post);
  });
  const { pictures, missing } = await writePictures(join(unfinished, PICTURES_FOLDER), stored.picture, deps.media);
  await writeMarkdownFiles(postsFolder, slugs, pictures);
  const { category: _category, picture: _picture, words, ...rows } = stored;
  const content: ExportedContent = {
    format: EXPORT_FORMAT,
    version: FORMAT_VERSION,
    exported_at: deps.now().toISOString(),
    site_url: deps.siteUrl,
    categories: stored.category,
    ...rows,
    words,
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

async function writePictures(
  folder: string,
  stored: StoredContent['picture'],
  media: MediaStore,
): Promise<WrittenPictures> {
  const written: WrittenPictures = { pictures: [], missing: [] };
  const names = new Set<string>();
  for (const { key, notes } of stored) {
    const bytes = await media.read(key).catch(() => null);
    if (!bytes) {
      written.missing.push(key);
      continue;
    }
    const file = fileNameOf(key, names);
    await writeFile(join(folder, file), bytes);
    written.pictures.push({ key, file, sha256: createHash('sha256').update(bytes).digest('hex'), notes });
  }
  return written;
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

const OWN_PICTURE = /\/storage\/v1\/object\/public\/media\/([^\s"'<>?#)]+)/g;

/** Markdown has no words for these; they stay HTML, which Markdown may hold. */
const KEPT = ['table', 'figure', 'dl', 'sub', 'sup', 'u', 's', 'mark', 'small', 'abbr', 'cite', 'q'] as const;

/**
 * A post as Markdown with YAML front matter, for people and other programs; the JSON beside it is exact. `fileOf` returns
 * the address of a picture of this site in the export, by its key.
 */
function writeMarkdown(post: ExportedPost, fileOf: (key: string) => string | undefined): string {
  const inExport = (content: string): string =>
    content.replaceAll(OWN_PICTURE, (address, key: string) => fileOf(percentDecoded(key) ?? key) ?? address);
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
    by: post.author,
    reviewed_by: post.reviewer,
    law_as_of: post.law_as_of,
    old_addresses: [...post.old_slugs.map((slug) => `/blog/${slug}`), ...post.old_addresses],
  };
  // JSON is YAML too (YAML 1.2, 1.2), and its strings need no rules for quotes.
  const lines = Object.entries(frontMatter)
    .filter(([, value]) => value !== null && value.length > 0)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  return `---\n${lines.join('')}---\n\n${toMarkdown(inExport(cleanBody(post.content)))}\n`;
}

function toMarkdown(html: string): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  const escape = service.escape.bind(service);
  // What Markdown takes for HTML, for an entity, or for an item of a list (CommonMark 2.4, 5.2).
  service.escape = (text) =>
    escape(text)
      .replace(/<(?=[a-z/!?])|&(?=#?\w+;)/gi, String.raw`\$&`)
      .replace(/^(\d+)\) /, String.raw`$1\) `);
  // A block of code is preformatted text with a code element for it, and has its own line breaks.
  // redos-disable-next-line -- the sanitiser has closed every element
  const withCode = html.replace(/<pre>(?:<code>)?(.*?)(?:<\/code>)?<\/pre>/gs, (_, code: string) => {
    const lines = code.replaceAll('<br />', '\n');
    return `<pre><code>${lines}</code></pre>`;
  });
  const notes: string[] = [];
  service.addRule('footnote', {
    filter: (node) => node.hasAttribute('data-footnote'),
    replacement: (text) => `[^${notes.push(text.trim().replaceAll('\n', '\n    '))}]`,
  });
  // A link leads to the place of an id, which Markdown has no words for.
  service.addRule('linked heading', {
    filter: ({ nodeName, id }) => /^H[2-4]$/.test(nodeName) && id !== '' && html.includes(` href="#${id}"`),
    replacement: (text, { nodeName, id }) => `\n\n${'#'.repeat(Number(nodeName[1]))} <a id="${id}"></a>${text}\n\n`,
  });
  const body = service.keep([...KEPT]).turndown(withCode);
  return [body, ...notes.map((note, at) => `[^${at + 1}]: ${note}`)].join('\n\n');
}

type Kinds = {
  category: ExportedContent['categories'][number];
  picture: { key: string; notes: Record<string, unknown> };
  words: ExportedWords;
  post: ExportedPost;
};

/** All posts together may be larger than the memory, so they are handed over one at a time. */
type StoredContent = { [Kind in Exclude<keyof Kinds, 'post'>]: Kinds[Kind][] } & Rows;

const POSTS_AT_ONCE = 50;

/** The files of an export are written while the cursor is open. PostgreSQL 17 and later limit the whole transaction too. */
const WITHOUT_TIME_LIMIT = `select set_config('idle_in_transaction_session_timeout', '0', true),
  case when current_setting('server_version_num')::int >= 170000 then set_config('transaction_timeout', '0', true) end`;

/** All content as of one moment: a cursor has one snapshot. Times keep PostgreSQL's microseconds. */
const CONTENT = `declare content no scroll cursor for
  select 'category' as kind, created_at as at, slug as name, to_jsonb(c) as item from public.categories c
  union all
  ${ROW_TABLES.map(
    (table) => `select '${table}', created_at, to_jsonb(t)->>'name', to_jsonb(t) from public.${table} t
  union all`,
  ).join('\n  ')}
  select 'words', created_at, page, jsonb_build_object('page', page, 'words', words)
    from public.site_words where words <> '{}'
  union all
  select 'picture', created_at, name, jsonb_build_object('key', name, 'notes', coalesce(user_metadata, '{}'))
    from storage.objects where bucket_id = 'media' and version is not null
  union all
  select 'post', p.created_at, p.slug,
    to_jsonb(p) - array['search', 'card_excerpt', 'reading_minutes', 'save_options', 'category_id', 'author_id']
    || jsonb_build_object(
      'category', (select slug from public.categories where id = p.category_id),
      'author_email', (select email from auth.users where id = p.author_id),
      'old_slugs', (select coalesce(jsonb_agg(old_slug order by old_slug), '[]') from public.post_redirects where post_id = p.id),
      'old_addresses', (select coalesce(jsonb_agg(path order by path), '[]') from public.address_redirects where post_id = p.id)
    )
    from public.blog_posts p
  order by kind, at, name`;

const emptyRows = () => Object.fromEntries(ROW_TABLES.map((table) => [table, []])) as unknown as Rows;

/**
 * Reads the content of the site, drafts included; each post goes to `onPost`, which may take a few seconds. Throws
 * DatabaseUnavailable, and what `onPost` throws.
 */
async function readContent(
  database: DatabasePool,
  onPost: (post: ExportedPost) => Promise<void>,
): Promise<StoredContent> {
  const content: StoredContent = { category: [], picture: [], words: [], ...emptyRows() };
  await asBackend(database, async (query) => {
    await query(WITHOUT_TIME_LIMIT);
    await query(CONTENT);
    for (;;) {
      const { rows } = await query(`fetch ${POSTS_AT_ONCE} from content`);
      if (rows.length === 0) return;
      for (const { kind, item } of rows) {
        if (kind === 'post') await onPost(item as ExportedPost);
        else content[kind as keyof StoredContent].push(item as never);
      }
    }
  });
  return content;
}
