import type pg from 'pg';
import { sqlName } from '#operations/backup/tables.ts';
import type { Project } from './project.ts';

/** Public files of the embedded storage; posts name them by a path on the site's own origin. */
const OWN_PATH = '/storage/v1/object/public/';

/** Where texts of posts are. */
const PLACES = [
  { table: 'blog_posts', column: 'content', type: 'text' },
  { table: 'blog_posts', column: 'featured_image_url', type: 'text' },
  { table: 'post_revisions', column: 'post', type: 'jsonb' },
  { table: 'post_drafts', column: 'fields', type: 'jsonb' },
  { table: 'deleted_items', column: 'item', type: 'jsonb' },
];

/**
 * Writes the addresses of pictures in posts, their revisions, drafts and deleted posts anew, within the transactions of
 * `inBoth`: with a hosted project the site's own origin has no files. No trigger runs, so that no post counts as changed.
 */
export async function movePictureAddresses(to: pg.Client, siteUrl: string, project: Project): Promise<void> {
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
