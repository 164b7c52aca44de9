import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import type { SiteFiles } from '#operations/backup/site-files.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { Databases } from './copy-database.ts';
import { copyToTemporary } from './supabase-accounts.ts';
import { type ProjectAnswer, type Project, callProject, messageOf } from './supabase-project.ts';

type Bucket = {
  id: string;
  name: string;
  public: boolean;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
};
type StoredFile = {
  bucket_id: string;
  name: string;
  version: string;
  mimetype: string;
  cache_control: string | null;
  user_metadata: object | null;
};

const BUCKETS = `select id, name, coalesce(public, false) as public, file_size_limit::float8 as file_size_limit,
    allowed_mime_types from storage.buckets order by id`;
const FILES = `select bucket_id, name, version, coalesce(metadata ->> 'mimetype', 'application/octet-stream') as mimetype,
    metadata ->> 'cacheControl' as cache_control, user_metadata
  from storage.objects where version is not null order by created_at, id`;

export type UploadTotals = {
  uploaded: number;
  /** Files whose bytes are missing in the site, as `bucket/name`. */
  missing: string[];
};

/**
 * Creates the buckets in the project, and uploads all files to them by the storage API. What an earlier attempt has
 * uploaded is replaced: the site may have changed it since. Throws a ConfigurationError that names a bucket or a file
 * which the project does not take.
 */
export async function uploadFiles(from: pg.Client, project: Project, files: SiteFiles): Promise<UploadTotals> {
  for (const bucket of (await from.query<Bucket>(BUCKETS)).rows) await createBucket(project, bucket);
  const totals: UploadTotals = { uploaded: 0, missing: [] };
  for (const file of (await from.query<StoredFile>(FILES)).rows) {
    const found = await files.read(file.version);
    if (found === null) totals.missing.push(`${file.bucket_id}/${file.name}`);
    else {
      // At most 50 MB (storage/limits.ts); fetch needs the length of a body.
      await uploadFile(project, file, new Blob([await buffer(found.content)]));
      totals.uploaded += 1;
    }
  }
  return totals;
}

/**
 * Gives the files in the database of the project the owners and times that they have in the site, within the transactions
 * of `inBoth`: the storage API sets the owner of the key and the present time.
 */
export async function completeFiles(databases: Databases): Promise<void> {
  const columns = ['bucket_id', 'name', 'owner', 'owner_id', 'created_at'];
  await copyToTemporary(databases, { schema: 'storage', name: 'objects', columns });
  await databases.to.query(
    `update storage.objects o set owner = m.owner, owner_id = m.owner_id, created_at = m.created_at
      from pg_temp.objects m where m.bucket_id = o.bucket_id and m.name = o.name`,
  );
}

async function createBucket(project: Project, { id, ...settings }: Bucket): Promise<void> {
  const created = await callProject(project, { method: 'POST', path: '/storage/v1/bucket', body: { id, ...settings } });
  if (created.status === 200) return;
  if (!isDuplicate(created)) throw rejectedBy(project, `the bucket ${id}`, created);
  const path = `/storage/v1/bucket/${encodeURIComponent(id)}`;
  const changed = await callProject(project, { method: 'PUT', path, body: { id, ...settings } });
  if (changed.status !== 200) throw rejectedBy(project, `the bucket ${id}`, changed);
}

async function uploadFile(project: Project, file: StoredFile, body: Blob): Promise<void> {
  const { bucket_id: bucket, name, user_metadata: metadata } = file;
  const path = [bucket, ...name.split('/')].map(encodeURIComponent).join('/');
  const answer = await callProject(project, {
    method: 'POST',
    path: `/storage/v1/object/${path}`,
    headers: {
      'content-type': file.mimetype,
      'x-upsert': 'true',
      ...(file.cache_control && { 'cache-control': file.cache_control }),
      ...(metadata && { 'x-metadata': Buffer.from(JSON.stringify(metadata)).toString('base64') }),
    },
    body,
  });
  if (answer.status !== 200) throw rejectedBy(project, `the file ${bucket}/${name}`, answer);
}

/** Older versions of the service answer 400 and the status in the body. */
function isDuplicate({ status, body }: ProjectAnswer): boolean {
  return status === 409 || String(body['statusCode']) === '409' || body['error'] === 'Duplicate';
}

function rejectedBy({ url }: Project, what: string, answer: ProjectAnswer): ConfigurationError {
  return new ConfigurationError(
    `The project at ${url} does not take ${what}: ${messageOf(answer)}. Correct it, then run the command again: it goes ` +
      'on where it ended.',
  );
}
