import { asBackend } from '#backend/database/as-caller.ts';
import { ConfigurationError } from '#contract/configuration-error.ts';
import type { Config } from '#server/config.ts';
import { openRuntime } from '#server/runtime.ts';
import { openSite } from '#server/open-site.ts';
import { type CloseSteps, closeAll } from '#server/stop-on-signals.ts';

/**
 * Opens the site on a data folder, on a port of loopback and without a mail server, so that nothing leaves this machine,
 * and requests its pages, a post and a picture. Throws a ConfigurationError that names what could not be read.
 */
export async function openPages(config: Config, dataFolder: string): Promise<void> {
  const closing: CloseSteps = [];
  const alone = { databaseUrl: null, store: null, smtpUrl: null, hosted: null, workers: 1, logLevel: 'silent' };
  const scratch: Config = {
    ...config,
    ...alone,
    host: '127.0.0.1',
    port: 0,
    siteUrl: 'http://127.0.0.1',
    dataFolder,
    sampleContent: false,
  };
  try {
    const runtime = await openRuntime(scratch, () => {});
    closing.unshift(runtime.close);
    const { url } = await openSite(scratch, runtime, closing);
    const paths = await asBackend(runtime.deps.database, async (query) => {
      const { rows } = await query(SAMPLES);
      return rows.map(({ path }) => path as string);
    });
    for (const path of ['/', '/blog', ...paths]) await requirePage(url, path);
  } finally {
    await closeAll(closing);
  }
}

/** The newest public post, and the newest file of a public bucket. */
const SAMPLES = `
  (select '/blog/' || slug as path from public.blog_posts
    where status = 'published' and published_at <= now() order by published_at desc limit 1)
  union all
  (select '/storage/v1/object/public/' || o.bucket_id || '/' || o.name
    from storage.objects o join storage.buckets b on b.id = o.bucket_id
    where b.public and o.version is not null order by o.created_at desc limit 1)`;

async function requirePage(siteUrl: string, path: string): Promise<void> {
  const response = await fetch(new URL(path, siteUrl));
  const { byteLength } = await response.arrayBuffer();
  if (response.ok && byteLength > 0) return;
  throw new ConfigurationError(`The restored site answers ${path} with ${response.status}.`);
}
