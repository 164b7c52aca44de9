import type pg from 'pg';
import { type FilePlace, openSiteFiles } from '#operations/backup/site-files.ts';
import { listSequences, listTables, queryOn, sqlName } from '#operations/backup/tables.ts';
import { type CopyTotals, copySeedHistory, copyTables, inBoth } from './copy-database.ts';
import { completeAccounts, createAccounts } from './supabase-accounts.ts';
import type { Project } from './supabase-project.ts';
import { type UploadTotals, completeFiles, uploadFiles } from './supabase-files.ts';

type SupabaseMove = {
  /** The database of the site, and that of the project, with its migrations applied. */
  from: pg.Client;
  to: pg.Client;
  project: Project;
  siteUrl: string;
  files: FilePlace;
  onProgress: (line: string) => void;
};
export type SupabaseTotals = CopyTotals & UploadTotals & { accounts: number };

/** Content lies in `public`; the services of the project own its other schemas. */
const isContent = ({ schema }: { schema: string }): boolean => schema === 'public';

/**
 * Moves a site to a Supabase project: accounts by its auth API, files by its storage API, content by COPY. Content comes
 * last and in one transaction, so that the command can be repeated until it is there. Throws a ConfigurationError for
 * what the operator can correct.
 */
export async function moveToSupabase({
  from,
  to,
  project,
  siteUrl,
  files,
  onProgress,
}: SupabaseMove): Promise<SupabaseTotals> {
  onProgress('Accounts …');
  const created = await createAccounts(from, project);
  onProgress('Files …');
  const uploads = await uploadFiles(from, project, await openSiteFiles(files));
  const copied = await inBoth({ from, to }, async () => {
    await completeAccounts({ from, to }, created, project);
    await completeFiles({ from, to });
    const query = queryOn(from);
    const totals = await copyTables(
      { from, to },
      {
        tables: (await listTables(query)).filter(isContent),
        sequences: (await listSequences(query)).filter(isContent),
        replaced: isContent,
        onTable: (name) => onProgress(`${name} …`),
      },
    );
    await movePictureAddresses(to, siteUrl, project);
    await copySeedHistory({ from, to });
    return totals;
  });
  return { ...copied, ...uploads, accounts: created.length };
}

/** Public files of the embedded storage; posts name them by a path on the site's own origin. */
const OWN_PATH = '/storage/v1/object/public/';

/** Where texts of posts and words of pages are. */
const PLACES = [
  { table: 'blog_posts', column: 'content', type: 'text' },
  { table: 'blog_posts', column: 'featured_image_url', type: 'text' },
  { table: 'post_revisions', column: 'post', type: 'jsonb' },
  { table: 'post_drafts', column: 'fields', type: 'jsonb' },
  { table: 'deleted_items', column: 'item', type: 'jsonb' },
  { table: 'site_words', column: 'words', type: 'jsonb' },
];

/**
 * Writes the addresses of pictures in posts, words, their revisions and drafts, and deleted posts anew, within the transactions of
 * `inBoth`: with a hosted project the site's own origin has no files. No trigger runs, so that no post counts as changed.
 */
async function movePictureAddresses(to: pg.Client, siteUrl: string, project: Project): Promise<void> {
  const there = project.url + OWN_PATH;
  for (const { table, column, type } of PLACES) {
    const name = sqlName({ schema: 'public', name: table });
    await to.query(`alter table ${name} disable trigger user`);
    await to.query(
      `update ${name} set ${column} = regexp_replace(
          replace(${column}::text, $1::text, $2::text), $3::text, $4::text, 'g')::${type}
        where position($5::text in ${column}::text) > 0`,
      [siteUrl + OWN_PATH, there, `(^|["'])${OWN_PATH}`, `\\1${there}`, OWN_PATH],
    );
    await to.query(`alter table ${name} enable trigger user`);
  }
}

const COUNTS = `select
    (select count(distinct user_id)::int from auth.mfa_factors where status = 'verified') as with_mfa,
    (select count(*)::int from mail.outbox where delivered_at is null) as undelivered`;

/** Lines for the operator about what stays in the database of the site. */
export async function listLeftBehind(from: pg.Client): Promise<string[]> {
  const { rows } = await from.query<{ with_mfa: number; undelivered: number }>(COUNTS);
  const { with_mfa: withMfa = 0, undelivered = 0 } = rows[0] ?? {};
  return [
    'Not moved: sessions and links in mails; everybody signs in again.',
    ...(withMfa > 0
      ? [`Not moved: MFA of ${withMfa} accounts, whose owners set it up again. Until then a password opens them.`]
      : []),
    ...(undelivered > 0 ? [`Not moved: ${undelivered} messages that have not arrived (npm run mail -- list).`] : []),
  ];
}
