import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { embeddedUrl, openClient } from '#backend/database/client.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { environmentWith } from '#server/config.ts';
import { readRunning } from '#server/start/lock.ts';
import { readSecrets } from '#server/start/secrets.ts';

const PROGRAM = join(import.meta.dirname, '../server/main.ts');
const LINES_KEPT = 5;

/**
 * Starts the site on a data folder, on a port of loopback and without a mail server, so that nothing leaves this machine,
 * and requests its pages, a post and a file. Throws a ConfigurationError that names what could not be read.
 */
export async function openPages(dataFolder: string): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM], {
    // It stops when this process ends, which closes the channel.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: environmentWith({
      DATA_DIR: dataFolder,
      HOST: '127.0.0.1',
      PORT: '0',
      SAMPLE_CONTENT: 'false',
      BACKUP_EVERY: 'off',
    }),
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    const url = await untilReady(child);
    for (const path of ['/', '/blog', ...(await listSamples(dataFolder))]) await requirePage(url, path);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

function untilReady(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const hear = (piece: Buffer): void => {
      output += piece.toString();
      const url = /^ready (\S+)$/m.exec(output)?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('error', reject);
    child.once('close', () => {
      const last = output.trim().split('\n').slice(-LINES_KEPT).join('\n');
      reject(new ConfigurationError(`The restored site does not start:\n${last}`));
    });
  });
}

/** The newest public post, and the newest file of a public bucket. */
const SAMPLES = `
  (select '/blog/' || slug as path from public.blog_posts
    where status = 'published' and published_at <= now() order by published_at desc limit 1)
  union all
  (select '/storage/v1/object/public/' || o.bucket_id || '/' || o.name
    from storage.objects o join storage.buckets b on b.id = o.bucket_id
    where b.public and o.version is not null order by o.created_at desc limit 1)`;

async function listSamples(dataFolder: string): Promise<string[]> {
  const [port, secrets] = [readRunning(dataFolder)?.databasePort ?? 0, readSecrets(dataFolder)];
  await using client = await openClient(embeddedUrl(port, 'postgres', secrets?.databasePassword ?? ''));
  const { rows } = await client.query<{ path: string }>(SAMPLES);
  return rows.map(({ path }) => path);
}

async function requirePage(siteUrl: string, path: string): Promise<void> {
  // A file may have a `?` in its name.
  const response = await fetch(new URL(path.split('/').map(encodeURIComponent).join('/'), siteUrl));
  const { byteLength } = await response.arrayBuffer();
  if (response.ok && byteLength > 0) return;
  throw new ConfigurationError(`The restored site answers ${path} with ${response.status}.`);
}
