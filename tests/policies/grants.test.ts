import { expect, test } from 'vitest';
import { BEFORE_MIGRATIONS } from '#backend/database/platform.ts';
import { startPlatformDatabase } from '#backend-tests/support/platform-database.ts';
import { applyMigrations } from '../support/apply-migrations.ts';
import { queryAt } from '../support/external-database.ts';
import { ROOT } from '../support/root.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

/**
 * `public` grants every right on new objects (protocol.md 2.7), so each migration must revoke what is not meant. Row-level
 * security decides beyond these rights.
 */
const app = startForTests(() => shareTestApp());

async function listFunctions(role: string): Promise<unknown[]> {
  const rows = await app.query(
    `select distinct p.proname::text as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
        and has_function_privilege($1, p.oid, 'execute') order by 1`,
    [role],
  );
  return rows.map(({ name }) => name);
}

async function listRelations(role: string, right: string): Promise<unknown[]> {
  const rows = await app.query(
    `select c.relname::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and has_any_column_privilege($1, c.oid, $2) order by 1`,
    [role, right],
  );
  return rows.map(({ name }) => name);
}

test('visitors can execute five functions, signed-in users those of accounts, writers, deleted items, previews and views too', async () => {
  expect(await listFunctions('anon')).toEqual([
    'is_admin',
    'is_published',
    'publish_due_words',
    'read_post_preview',
    'read_words_preview',
  ]);
  expect(await listFunctions('authenticated')).toEqual([
    'create_post_preview',
    'delete_account',
    'export_account',
    'is_admin',
    'is_published',
    'is_restorable',
    'is_writer',
    'owns_draft',
    'post_views',
    'publish_due_words',
    'read_post_preview',
    'read_words_preview',
    'view_report',
  ]);
});

test('visitors may select from what is public, and write nothing', async () => {
  expect(await listRelations('anon', 'select')).toEqual([
    'address_redirects',
    'blog_posts',
    'categories',
    'post_counts',
    'post_redirects',
    'site_words',
    'testimonials',
  ]);
  for (const right of ['insert', 'update']) expect(await listRelations('anon', right)).toEqual([]);
});

test('every table of public has row-level security', async () => {
  const rows = await app.query(`select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`);
  expect(rows).toEqual([]);
});

/** The rights of requests on relations and functions, but on what only triggers and the owner use. */
const RIGHTS = `
  select role, r, c.relname::text as name from pg_class c, unnest(array['anon', 'authenticated', 'service_role']) as role,
      unnest(array['select', 'insert', 'update', 'delete']) as r
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and c.relname not in ('post_totals', 'undelivered_mail')
      and case r when 'delete' then has_table_privilege(role, c.oid, r) else has_any_column_privilege(role, c.oid, r) end
  union all
  select role, 'execute', p.oid::regprocedure::text from pg_proc p, unnest(array['anon', 'authenticated']) as role
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
      and has_function_privilege(role, p.oid, 'execute')
  order by 1, 2, 3`;

test('rights are the same where new objects are granted to nobody, as on hosted projects since October 2026', async () => {
  const revoked = ['tables', 'sequences', 'functions'].map(
    (kind) => `alter default privileges in schema public revoke all on ${kind} from anon, authenticated, service_role;`,
  );
  const database = await startPlatformDatabase('nothing-granted', BEFORE_MIGRATIONS, revoked.join('\n'));
  try {
    const query = (sql: string) => queryAt(database.urlFor('postgres', 'for-tests'), sql);
    await applyMigrations({ query }, ROOT);
    expect(await query(RIGHTS)).toEqual(await app.query(RIGHTS));
  } finally {
    await database.stop();
  }
});
