import { appendFile, cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { migrate } from '#backend/database/migrate.ts';
import { readMigrationState } from '#backend/database/migration-history.ts';
import { ROOT } from '../support/root.ts';
import { type ExternalServer, queryAt, startExternalServer } from '../support/external-database.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';

const PRESENT = join(ROOT, 'supabase');
const GOOD = ['29990101000001_first.sql', 'alter table public.categories add column colour text;'] as const;
const BAD = ['29990101000002_second.sql', 'alter table public.categories add column no_such_type nonsense;'] as const;

let external: ExternalServer;
const folders = folderForTests();
let update: string;

beforeAll(async () => {
  external = await startExternalServer();
  update = join(folders, 'supabase');
  await cp(PRESENT, update, { recursive: true });
  for (const [file, sql] of [GOOD, BAD]) await writeFile(join(update, 'migrations', file), sql);
});
afterAll(() => external?.stop());

async function start(url: string, supabaseFolder: string): Promise<{ error: unknown; lines: string[] }> {
  const lines: string[] = [];
  const onProgress = (line: string) => lines.push(line);
  const options = { url, supabaseFolder, sampleContent: null, authenticatorPassword: null, onProgress };
  const error: unknown = await migrate(options).then(
    () => null,
    (reason: unknown) => reason,
  );
  return { error, lines };
}

test('an update whose second migration fails changes nothing, says the way back, and the version before runs on; the corrected update is then applied whole, and the version before does not start on it', async () => {
  const url = await external.createDatabase();
  expect((await start(url, PRESENT)).error).toBeNull();
  await queryAt(url, `update supabase_migrations.platform_files set hash = 'old' where path = 'platform/mail.sql'`);
  const { error, lines } = await start(url, update);
  expect(error).toBeInstanceOf(ConfigurationError);
  expect((error as Error).message).toBe(
    'The database could not be brought up to date: 29990101000002_second.sql: type "nonsense" does not exist\n' +
      'Everything was rolled back: the database is as it was before this start. Start the version of the site that ran before;\n' +
      'it needs no backup. docs/upgrades.md says how.',
  );
  expect(lines).toEqual([]);
  const columns = await queryAt(url, `select from information_schema.columns where column_name = 'colour'`);
  expect(columns).toEqual([]);
  const platform = `select hash from supabase_migrations.platform_files where path = 'platform/mail.sql'`;
  expect(await queryAt(url, platform)).toEqual([{ hash: 'old' }]);
  expect(await readMigrationState(url, PRESENT)).toBe('current');
  expect((await start(url, PRESENT)).error).toBeNull();

  const corrected = join(folders, 'corrected');
  await cp(update, corrected, { recursive: true });
  await writeFile(join(corrected, 'migrations', BAD[0]), 'alter table public.categories add column shade text;');
  expect(await start(url, corrected)).toEqual({ error: null, lines: ['Migrated the database: 2 migrations.'] });
  const older = await start(url, PRESENT);
  expect(older.error).toBeInstanceOf(ConfigurationError);
  expect((older.error as Error).message).toMatch(/newer version[\s\S]*29990101000001_first/);
  await rm(corrected, { recursive: true });
});

test('a migration that was edited after it landed is not applied', async () => {
  const url = await external.createDatabase();
  const edited = join(folders, 'edited');
  await cp(PRESENT, edited, { recursive: true });
  const file = '20261124000025_bounded_deletion.sql';
  await appendFile(join(edited, 'migrations', file), 'create table public.by_hand ();');
  const { error, lines } = await start(url, edited);
  expect(error).toBeInstanceOf(ConfigurationError);
  expect((error as Error).message).toContain(`${file} was changed after it landed`);
  expect(lines).toEqual([]);
  expect(await queryAt(url, `select from pg_namespace where nspname in ('auth', 'supabase_migrations')`)).toEqual([]);
});

test('a first start that fails creates nothing', async () => {
  const url = await external.createDatabase();
  const { error } = await start(url, update);
  expect((error as Error).message).toMatch(
    /second\.sql: .*\nEverything was rolled back: nothing was created in the database\.$/,
  );
  const schemas = `select from pg_namespace where nspname in ('auth', 'mail', 'storage', 'supabase_migrations')`;
  expect(await queryAt(url, schemas)).toEqual([]);
});

test.each([
  [
    'all characters',
    `encoding 'SQL_ASCII'`,
    /^The database "?site_\w+"? has the encoding SQL_ASCII; the site needs UTF8/,
  ],
  ['writes', '', /^The database is read-only: .* Give the primary server/],
])('a first start on a database that does not take %s says what to do', async (_, encoding, words) => {
  const url = new URL(await external.createDatabase());
  await external.query(
    url.href,
    `create database ${url.pathname.slice(1)}_new owner site ${encoding} locale 'C' template template0`,
  );
  url.pathname += '_new';
  if (encoding === '')
    await external.query(url.href, `alter database ${url.pathname.slice(1)} set default_transaction_read_only = on`);
  expect((await start(url.href, PRESENT)).error).toMatchObject({ message: expect.stringMatching(words) });
});
