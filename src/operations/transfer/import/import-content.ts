import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { createPictureCopier } from '../pictures/copy-pictures.ts';
import { type FindPictureOptions, createPictureFinder } from '../pictures/find-picture.ts';
import type { Media } from '../pictures/media.ts';
import type { Source } from '../source.ts';
import { type ImportJob, importPost } from './import-post.ts';
import { importOwnPictures } from './own-pictures.ts';
import { type ImportReport, count, createReport } from './report.ts';
import { openCategories } from './write-category.ts';
import { importRows } from './write-rows.ts';

export type ImportDeps = { database: DatabasePool; media: Media; now: () => Date };

export type ImportOptions = FindPictureOptions & {
  /** Only reports: nothing is written, and nothing is fetched. */
  dryRun: boolean;
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
  const report = createReport(source.product, options.dryRun);
  const modes = { report, isDryRun: options.dryRun };
  await importOwnPictures(source, deps.media, modes);
  await importRows(source.rows, deps.database, modes);
  const job = await openJob(source, deps, options, report);
  let read = 0;
  for await (const item of source.items()) {
    if (item.kind === 'left out') count(report.leftOut, [item.what]);
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
  const { dryRun: isDryRun, overwrite } = options;
  const { rows } = await asBackend(database, (query) => query('select id::text, slug from public.blog_posts'));
  const slugs = new Map(rows.map(({ id, slug }) => [id as string, slug as string]));
  return {
    siteUrl,
    database,
    now,
    report,
    isDryRun,
    overwrite,
    slugs,
    takenSlugs: new Set(slugs.values()),
    findCategory: await openCategories(categories, database, { report, isDryRun }),
    copyPictures: createPictureCopier({
      siteUrl,
      media,
      report,
      isDryRun,
      find: createPictureFinder(options, isDryRun),
    }),
  };
}
