import { expect, test } from 'vitest';
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
