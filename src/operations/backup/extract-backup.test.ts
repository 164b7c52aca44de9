import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { extractBackup } from './extract-backup.ts';
import { ENTRIES, type Manifest, fileEntryName, tableEntryName } from './manifest.ts';
import { createRowHash } from './rows.ts';
import { createArchive } from './archive.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const VERSION = '0a1b2c3d-1111-4222-8333-444455556666';
const PASSPHRASE = 'correct horse battery staple';
const ROWS = Buffer.from('1\tone\n2\ttwo\n');
const FILE = Buffer.alloc(200_000, 'picture ');
const SECRETS = Buffer.from('{"a":1}');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'extract-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function manifestOf(changes: Partial<Manifest> = {}): Manifest {
  const rowHash = createRowHash();
  rowHash.update(ROWS);
  return {
    product: 'india-going-global',
    format: 1,
    productVersion: '1.2.3',
    createdAt: '2026-11-22T00:00:00.000Z',
    siteUrl: 'https://firm.example',
    postgresql: '18.4',
    migrations: [],
    sequences: [],
    missing: [],
    tables: [{ schema: 'public', name: 't/1', columns: ['id', 'x'], ...rowHash.digest(), sha256: sha256(ROWS) }],
    files: [{ version: VERSION, bytes: FILE.length, sha256: sha256(FILE) }],
    secrets: sha256(SECRETS),
    settings: sha256(Buffer.from('{}')),
    ...changes,
  };
}

type Parts = {
  manifest?: Partial<Manifest>;
  rows?: Buffer;
  without?: string;
  passphrase?: string;
  /** The name of an entry after the manifest. */
  after?: string;
};

/** A small archive, as `createBackup` writes it. */
async function makeArchive({
  manifest = {},
  rows = ROWS,
  without = '',
  passphrase,
  after,
}: Parts = {}): Promise<Buffer> {
  const archive = createArchive(passphrase ?? null);
  const bytes = buffer(archive.content);
  const all = manifestOf(manifest);
  const { product, format, productVersion, createdAt } = all;
  const entries: [string, Buffer][] = [
    [ENTRIES.header, Buffer.from(JSON.stringify({ product, format, productVersion, createdAt }))],
    [ENTRIES.secrets, SECRETS],
    [ENTRIES.settings, Buffer.from('{}')],
    [fileEntryName(VERSION), FILE],
    [tableEntryName('public.t/1', 1), rows.subarray(0, 5)],
    [tableEntryName('public.t/1', 2), rows.subarray(5)],
    [ENTRIES.manifest, Buffer.from(JSON.stringify(all))],
  ];
  for (const [name, content] of entries) if (name !== without) await archive.add(name, content);
  if (after) await archive.add(after, Buffer.from('x'));
  archive.finish();
  return bytes;
}

function extract(bytes: Buffer, passphrase: string | null = null) {
  const source = Readable.from(bytes.length > 0 ? [bytes.subarray(0, 3), bytes.subarray(3)] : []);
  return extractBackup(source, { folder, label: 'b.tar.gz', passphrase });
}

async function errorOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConfigurationError);
  return (error as Error).message;
}

test('rows, files, secrets and settings come back as they were', async () => {
  const backup = await extract(await makeArchive());
  expect(await buffer(backup.openRows({ schema: 'public', name: 't/1' }))).toEqual(ROWS);
  expect(await readFile(backup.fileOf(VERSION))).toEqual(FILE);
  expect(backup.secrets).toEqual(SECRETS);
  expect(backup.settings.toString()).toBe('{}');
});

test('a truncated backup is rejected wherever it ends', async () => {
  const bytes = await makeArchive();
  for (const length of [3, 20, 200, bytes.length >> 1, bytes.length - 9, bytes.length - 1]) {
    expect(await errorOf(extract(bytes.subarray(0, length))), `${length} bytes`).toContain('damaged or incomplete');
  }
});

test('a backup that ends between two entries is rejected', async () => {
  expect(await errorOf(extract(await makeArchive({ without: ENTRIES.manifest })))).toContain(
    'ends before its manifest',
  );
  expect(await errorOf(extract(await makeArchive({ without: fileEntryName(VERSION) })))).toContain(VERSION);
  expect(await errorOf(extract(await makeArchive({ without: ENTRIES.secrets })))).toContain('secrets.json');
});

test('an entry after the manifest is rejected', async () => {
  const other = fileEntryName('11111111-1111-4111-8111-111111111111');
  for (const after of [other, tableEntryName('public.other', 1)]) {
    expect(await errorOf(extract(await makeArchive({ after })))).toContain('something follows its manifest');
  }
});

test('a changed byte is found in rows and in files', async () => {
  expect(await errorOf(extract(await makeArchive({ rows: Buffer.from('1\tone\n2\ttwi\n') })))).toContain('public.t/1');
  const tar = gunzipSync(await makeArchive());
  const at = tar.indexOf('picture ');
  tar[at] = 'P'.charCodeAt(0);
  expect(await errorOf(extract(gzipSync(tar)))).toContain(VERSION);
});

test('a changed byte of the compressed file is found', async () => {
  const bytes = await makeArchive();
  bytes[bytes.length >> 1]! ^= 0xff;
  expect(await errorOf(extract(bytes))).toContain('damaged or incomplete');
});

test('files of other programs are rejected as such', async () => {
  for (const foreign of [Buffer.alloc(0), Buffer.from('PK\x03\x04 a zip'), gzipSync('a text'.repeat(1000))]) {
    expect(await errorOf(extract(foreign))).toMatch(/is not a backup of this product|damaged/);
  }
  const archive = createArchive(null);
  const bytes = buffer(archive.content);
  await archive.add('index.html', Buffer.from('<p>'));
  archive.finish();
  expect(await errorOf(extract(await bytes))).toContain('is not a backup of this product');
});

test('a backup of another product and of a newer format is rejected', async () => {
  expect(await errorOf(extract(await makeArchive({ manifest: { product: 'other' } })))).toContain(
    'is not a backup of this',
  );
  const newer = await errorOf(extract(await makeArchive({ manifest: { format: 2, productVersion: '9.9.9' } })));
  expect(newer).toContain('newer version of the site (9.9.9');
});

/** A key takes seconds to compute from a passphrase, which is what protects the backup: once here, once at each opening. */
describe('an encrypted backup', LONG, () => {
  let bytes: Buffer;
  beforeAll(async () => {
    bytes = await makeArchive({ passphrase: PASSPHRASE });
  });

  test('opens with its passphrase only', async () => {
    expect(bytes.includes('picture')).toBe(false);
    expect(await errorOf(extract(bytes))).toContain('Set BACKUP_PASSPHRASE');
    expect(await errorOf(extract(bytes, 'another passphrase'))).toContain('BACKUP_PASSPHRASE is not the passphrase');
    expect((await extract(bytes, PASSPHRASE)).secrets).toEqual(SECRETS);
  });

  test('is rejected when it is truncated or changed', async () => {
    expect(await errorOf(extract(bytes.subarray(0, -1), PASSPHRASE))).toContain('damaged or incomplete');
    const changed = Buffer.from(bytes);
    changed[changed.length - 40]! ^= 1;
    expect(await errorOf(extract(changed, PASSPHRASE))).toContain('damaged or incomplete');
  });
});

test('an entry with a path that no backup has is rejected', async () => {
  const archive = createArchive(null);
  const bytes = buffer(archive.content);
  const header = { product: 'india-going-global', format: 1, productVersion: '1', createdAt: 'x' };
  await archive.add(ENTRIES.header, Buffer.from(JSON.stringify(header)));
  await archive.add('files/../../evil', Buffer.from('x'));
  archive.finish();
  expect(await errorOf(extract(await bytes))).toContain('damaged or incomplete');
});
