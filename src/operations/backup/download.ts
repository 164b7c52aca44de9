import { Readable } from 'node:stream';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import type { RunQuery } from '#backend/database/connect.ts';
import type { Keys } from '#backend/http/keys.ts';
import type { Destination } from './destination.ts';
import { findBackupRecord } from './records.ts';

/** A browser follows the link at once. */
const LINK_SECONDS = 60;
const USE = 'backup download';

/**
 * Signs a link to one backup, valid for a minute: a browser saves a large file only from an address, which carries no
 * Authorization header. The caller must have checked that an administrator asks. Returns the token.
 */
export async function signDownload(keys: Keys, id: string, now: Date): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new SignJWT({ backup: id })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issued)
    .setExpirationTime(issued + LINK_SECONDS)
    .sign(secretOf(keys));
}

/** The id of the backup that the token was signed for, or null for a token that is expired or not ours. */
export async function readDownloadToken(keys: Keys, token: string, now: Date): Promise<string | null> {
  const options = { algorithms: ['HS256'], currentDate: now };
  const { payload } = await jwtVerify(token, secretOf(keys), options).catch(() => ({ payload: {} }));
  const { backup } = payload as { backup?: unknown };
  return typeof backup === 'string' ? backup : null;
}

function secretOf(keys: Keys): Uint8Array {
  return Buffer.from(keys.derive('backup', USE), 'hex');
}

/** Why a backup cannot be downloaded, with the HTTP status. */
export type DownloadError = { status: 404 | 409; code: 'backup_not_found' | 'backup_not_encrypted'; message: string };

/**
 * Whether a backup may be downloaded; null if it may. Only an encrypted one: it holds the signing keys of the site, which
 * give more power than an administrator has (decision 35). Needs the role `backend`.
 */
export async function checkDownload(
  query: RunQuery,
  { place }: Pick<Destination, 'place'>,
  id: string,
): Promise<DownloadError | null> {
  const record = await findBackupRecord(query, id);
  if (!record?.finished_at || record.removed_at || record.place !== place) return NOT_FOUND;
  return record.is_encrypted ? null : NOT_ENCRYPTED;
}

const NOT_FOUND: DownloadError = { status: 404, code: 'backup_not_found', message: 'There is no such backup.' };
const NOT_ENCRYPTED: DownloadError = {
  status: 409,
  code: 'backup_not_encrypted',
  message:
    'This backup is not encrypted, and it holds the keys of the site. Set BACKUP_PASSPHRASE: later backups can be downloaded.',
};

/**
 * Answers with the file of a backup as an attachment, or with a JSON error `{ code, message }`. Needs the role `backend`.
 * Throws a ConfigurationError when the destination cannot be read.
 */
export async function answerDownload(query: RunQuery, destination: Destination, id: string): Promise<Response> {
  const error = await checkDownload(query, destination, id);
  if (error) return Response.json({ code: error.code, message: error.message }, { status: error.status });
  const name = (await findBackupRecord(query, id))!.file;
  const file = await destination.read(name);
  if (!file) return Response.json({ code: NOT_FOUND.code, message: NOT_FOUND.message }, { status: NOT_FOUND.status });
  return new Response(Readable.toWeb(file.content) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(file.bytes),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  });
}
