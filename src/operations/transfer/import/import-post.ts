import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool, RunQuery } from '#backend/database/connect.ts';
import { webAddress } from '../html/addresses.ts';
import { listPictures } from '../html/convert-body.ts';
import { TooDeep } from '../html/tokens.ts';
import type { CopyPictures } from '../pictures/copy-pictures.ts';
import type { SourcePost } from '../source.ts';
import { NotTaken, type PostRow, type PreparedPost, preparePost } from './prepare-post.ts';
import { type ImportReport, count, note } from './report.ts';
import type { FindCategory } from './write-category.ts';
import { insertPost, updatePost } from './write-post.ts';
import { type Redirected, writeRedirect } from './write-redirects.ts';

/** What the posts of one import share. */
export type ImportJob = {
  siteUrl: URL | null;
  database: DatabasePool;
  now: () => Date;
  report: ImportReport;
  isDryRun: boolean;
  overwrite: boolean;
  /** The slugs of all posts by their ids. */
  slugs: Map<string, string>;
  takenSlugs: Set<string>;
  findCategory: FindCategory;
  copyPictures: CopyPictures;
};

/** Imports one post. What is wrong with it is reported; throws errors that are not about this post. */
export async function importPost(job: ImportJob, post: SourcePost): Promise<void> {
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
    count(report.dropped, prepared.dropped);
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
  const { isChanged, redirected } = await inTransaction(job, async (query) => {
    if (isNew) await insertPost(query, written, post.authorEmail);
    const changed = isNew || (await updatePost(query, written));
    return { isChanged: changed, redirected: await writeRedirects(query, row, post.addresses) };
  });
  const changed = isChanged ? 'updated' : 'unchanged';
  report.posts[isNew ? 'created' : changed] += 1;
  for (const outcome of redirected) {
    if (typeof outcome === 'string') report.redirects[outcome] += 1;
    else note(report, about, [outcome.error]);
  }
}

class RolledBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super();
    this.result = result;
  }
}

/** Runs `work` in a transaction, which a dry run rolls back. */
async function inTransaction<T>({ database, isDryRun }: ImportJob, work: (query: RunQuery) => Promise<T>): Promise<T> {
  try {
    return await asBackend(database, async (query) => {
      const result = await work(query);
      if (isDryRun) throw new RolledBack(result);
      return result;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
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
  return error instanceof NotTaken || error instanceof TooDeep || /^(?:(?:22|23|54)...|57014)$/.test(code ?? '');
}
