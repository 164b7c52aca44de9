import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool, RunQuery } from '#backend/database/connect.ts';
import { type CopyPictures, createPictureCopier, importOwnPictures } from '../pictures/copy-pictures.ts';
import { type FindPictureOptions, createPictureFinder } from '../pictures/find-picture.ts';
import type { MediaStore } from '../pictures/media.ts';
import type { Source, SourcePost } from '../source.ts';
import { type ImportReport, addCounts, createReport, note } from './report.ts';
import {
  type FindCategory,
  type Redirected,
  importRows,
  inImport,
  importWords,
  insertPost,
  openCategories,
  rewritePost,
  writeRedirect,
} from './write-rows.ts';
import { webAddress } from '../html/addresses.ts';
import { listPictures } from '../html/convert-body.ts';
import { TooDeep } from '../html/tokens.ts';
import { RejectedPost, type PostRow, type PreparedPost, preparePost } from './prepare-post.ts';

type ImportDeps = { database: DatabasePool; media: MediaStore; now: () => Date };

type ImportOptions = FindPictureOptions & {
  /** Writes posts again that an earlier import made; otherwise they stay as they are. */
  overwrite: boolean;
  onProgress: (line: string) => void;
};

const PROGRESS_EVERY = 100;

/**
 * Imports what a source has. Each post is one transaction with its redirects, so an import that broke off is simply
 * repeated: posts that are there already are left as they are, or written again with `overwrite`. A post that cannot be
 * stored is reported and does not end the import. Throws DatabaseUnavailable.
 */
export async function importContent(source: Source, deps: ImportDeps, options: ImportOptions): Promise<ImportReport> {
  const { database } = deps;
  const report = createReport(source.product, options.dryRun);
  const media = options.dryRun ? { ...deps.media, put: async () => {} } : deps.media;
  await importOwnPictures(source, media, report);
  await importRows(source.rows, database, report);
  await importWords(source.words ?? [], database, report);
  const job = await openJob(source, { ...deps, media }, options, report);
  // Of another product only the categories of posts are taken (docs/import.md).
  if (source.folder !== null) for (const { slug } of source.categories) await job.findCategory(slug);
  let read = 0;
  for await (const item of source.items()) {
    if (item.kind === 'left out') addCounts(report.leftOut, [item.what]);
    else await importPost(job, item.post);
    read += 1;
    if (read % PROGRESS_EVERY === 0) options.onProgress(`${read} items read`);
  }
  return report;
}

async function openJob(
  { siteUrl, categories }: Source,
  { database, media, now }: ImportDeps,
  options: ImportOptions,
  report: ImportReport,
): Promise<ImportJob> {
  const { rows } = await asBackend(database, (query) => query('select id::text, slug from public.blog_posts'));
  const slugs = new Map(rows.map(({ id, slug }) => [id as string, slug as string]));
  return {
    siteUrl,
    database,
    now,
    report,
    overwrite: options.overwrite,
    slugs,
    takenSlugs: new Set(slugs.values()),
    findCategory: await openCategories(categories, database, report),
    copyPictures: createPictureCopier({ siteUrl, media, report, find: createPictureFinder(options) }),
  };
}

/** What the posts of one import share. */
type ImportJob = {
  siteUrl: URL | null;
  database: DatabasePool;
  now: () => Date;
  report: ImportReport;
  overwrite: boolean;
  /** The slugs of all posts by their ids. */
  slugs: Map<string, string>;
  takenSlugs: Set<string>;
  findCategory: FindCategory;
  copyPictures: CopyPictures;
};

/** Imports one post. What is wrong with it is reported; throws errors that are not about this post. */
async function importPost(job: ImportJob, post: SourcePost): Promise<void> {
  const { report, slugs, takenSlugs, overwrite } = job;
  const ownSlug = slugs.get(post.id);
  if (ownSlug !== undefined && !overwrite) {
    report.posts.present += 1;
    return;
  }
  const about = `post "${(post.title || post.slug).slice(0, 100)}"`;
  if (ownSlug !== undefined) takenSlugs.delete(ownSlug);
  try {
    const prepared = await prepare(job, post, about);
    await store(job, post, prepared.row, about);
    slugs.set(post.id, prepared.row.slug);
    addCounts(report.dropped, prepared.dropped);
    note(report, about, prepared.notes);
  } catch (error) {
    if (!isOfPost(error)) throw error;
    report.posts.failed += 1;
    const reason = error instanceof TooDeep ? 'its elements are nested too deeply' : error.message;
    note(report, about, [`not taken: ${reason}`]);
  }
  const slug = slugs.get(post.id);
  if (slug !== undefined) takenSlugs.add(slug);
}

async function prepare(job: ImportJob, post: SourcePost, about: string): Promise<PreparedPost> {
  const { siteUrl, takenSlugs, now } = job;
  const featured = post.picture === null || post.format === 'own' ? null : webAddress(post.picture, siteUrl);
  const urls = [...(featured ? [featured] : []), ...listPictures(post, siteUrl)];
  const pictures = await job.copyPictures(urls, about);
  return preparePost(post, { siteUrl, pictures, takenSlugs, now: now() });
}

async function store(job: ImportJob, post: SourcePost, row: PostRow, about: string): Promise<void> {
  const { report, slugs, findCategory } = job;
  const isNew = !slugs.has(post.id);
  const written = { ...row, category_id: await findCategory(post.category) };
  const { outcome, redirected } = await inImport(job.database, report, async (query) => ({
    outcome: isNew ? await insertPost(query, written, post.authorEmail) : await rewritePost(query, written),
    redirected: await writeRedirects(query, row, post.addresses),
  }));
  report.posts[outcome] += 1;
  for (const one of redirected) {
    if (typeof one === 'string') report.redirects[one] += 1;
    else note(report, about, [one.error]);
  }
}

async function writeRedirects(query: RunQuery, row: PostRow, addresses: readonly string[]): Promise<Redirected[]> {
  const outcomes: Redirected[] = [];
  for (const address of addresses) outcomes.push(await writeRedirect(query, row, address));
  return outcomes;
}

/**
 * Whether an error is about one post: its text, or values that the database rejects (SQLSTATE classes 22, 23, 54) or
 * indexes too slowly (57014).
 */
function isOfPost(error: unknown): error is Error {
  const { code } = error as { code?: string };
  return error instanceof RejectedPost || error instanceof TooDeep || /^(?:(?:22|23|54)...|57014)$/.test(code ?? '');
}
