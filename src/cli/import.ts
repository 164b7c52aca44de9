import { open, stat } from 'node:fs/promises';
import { DatabaseUnavailable } from '#backend/database/unavailable.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { pathOf, readConfig } from '#server/config.ts';
import { importContent } from '#operations/transfer/import/import-content.ts';
import { describeReport, reportAsJson } from '#operations/transfer/import/report.ts';
import { withServices } from './open-database.ts';
import { endProgram, runProgram } from './command-line.ts';
import { openGhost } from '#operations/transfer/ghost/open-ghost.ts';
import { openExport } from '#operations/transfer/export/open-export.ts';
import type { Source } from '#operations/transfer/source.ts';
import { openWordPress } from '#operations/transfer/wordpress/open-wordpress.ts';

const USAGE = `npm run import -- FILE [options]

  FILE is a WordPress export (WXR, .xml), an export of Ghost (.json), or a folder of npm run export.

  --dry-run           only report: nothing is written, and nothing is fetched
  --pictures FOLDER   take pictures from this copy of wp-content/uploads (Ghost: content/images)
  --no-fetch          do not fetch pictures from the earlier website
  --site URL          the address of the earlier website, where the file does not say it (Ghost)
  --overwrite         write posts again that an earlier import made; otherwise they stay as they are
  --json              print the report as JSON

  Prints what was taken, and what was not. The exit code is 1 when a post could not be taken,
  or a picture of npm run export.`;

/** Characters that are enough to tell the formats apart. */
const BEGINNING = 4096;

const OPTIONS = {
  'dry-run': { type: 'boolean', default: false },
  pictures: { type: 'string' },
  'no-fetch': { type: 'boolean', default: false },
  site: { type: 'string' },
  overwrite: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

await runProgram(USAGE, OPTIONS, async (values, [file, ...others]) => {
  if (!file || others.length > 0) return 'usage';
  const folder = values.pictures === undefined ? null : await requireFolder(pathOf(values.pictures));
  const source = await openSource(pathOf(file), siteUrlOf(values.site));
  const report = await withServices(readConfig(), { creates: !values['dry-run'] }, (services) =>
    importContent(
      source,
      { ...services, now: () => new Date() },
      {
        dryRun: values['dry-run'],
        overwrite: values.overwrite,
        folder,
        fetches: !values['no-fetch'],
        onProgress: console.error,
      },
    ).catch(explainOutage),
  );
  console.log(values.json ? reportAsJson(report) : describeReport(report));
  // Only exports of this product have pictures of their own.
  const failed = report.posts.failed + (source.pictures.length > 0 ? report.pictures.failed : 0);
  return failed > 0 ? 1 : 0;
});
// The lock of the storage service holds a connection until the process ends.
await endProgram();

function siteUrlOf(text: string | undefined): URL | null {
  if (text === undefined) return null;
  const url = URL.parse(text);
  if (url && ['http:', 'https:'].includes(url.protocol)) return url;
  throw new ConfigurationError(`--site is not an address such as https://firm.example: ${text.slice(0, 100)}`);
}

async function requireFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) return path;
  throw new ConfigurationError(`--pictures is not a folder: ${path}`);
}

function explainOutage(error: unknown): never {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  throw new ConfigurationError(
    `The database does not answer any more (${error.message}). What was imported until now is there; import the file again for the rest.`,
    { cause: error },
  );
}

/**
 * Opens what an import is given: a folder of our export, a WordPress export (WXR), or one of Ghost (JSON). The whole file
 * is checked before anything of it is used. `siteUrl` is the address of the earlier website, where the file does not say
 * it. Throws a ConfigurationError for anything else.
 */
async function openSource(path: string, siteUrl: URL | null): Promise<Source> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new ConfigurationError(`${path} does not exist.`);
  if (found.isDirectory()) return openExport(path);
  const beginning = await readBeginning(path);
  if (beginning.startsWith('<')) return openWordPress(path, siteUrl);
  if (beginning.startsWith('{')) return openGhost(path, siteUrl);
  throw new ConfigurationError(
    `${path} is neither an export of WordPress (WXR), nor of Ghost (JSON), nor a folder of ours.`,
  );
}

async function readBeginning(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
  return buffer
    .toString('utf8', 0, bytesRead)
    .replace(/^\uFEFF/, '')
    .trimStart();
}
