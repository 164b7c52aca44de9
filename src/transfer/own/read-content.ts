import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import type { ExportedContent, ExportedPost } from './format.ts';

type Kinds = {
  category: ExportedContent['categories'][number];
  testimonial: ExportedContent['testimonials'][number];
  picture: { key: string; notes: Record<string, unknown> };
  post: ExportedPost;
};

export type StoredContent = { [Kind in keyof Kinds]: Kinds[Kind][] };

/** All content as of one moment: one statement has one snapshot. Times keep PostgreSQL's microseconds. */
const CONTENT = `
  select 'category' as kind, created_at as at, slug as name, to_jsonb(c) as item from public.categories c
  union all
  select 'testimonial', created_at, name, to_jsonb(t) from public.testimonials t
  union all
  select 'picture', created_at, name, jsonb_build_object('key', name, 'notes', coalesce(user_metadata, '{}'))
    from storage.objects where bucket_id = 'media' and version is not null
  union all
  select 'post', p.created_at, p.slug,
    to_jsonb(p) - array['search', 'card_excerpt', 'reading_minutes', 'save_options', 'category_id', 'author_id']
    || jsonb_build_object(
      'category', (select slug from public.categories where id = p.category_id),
      'author_email', (select email from auth.users where id = p.author_id),
      'old_slugs', (select coalesce(jsonb_agg(old_slug order by old_slug), '[]') from public.post_redirects where post_id = p.id),
      'old_addresses', (select coalesce(jsonb_agg(path order by path), '[]') from public.address_redirects where post_id = p.id)
    )
    from public.blog_posts p
  order by kind, at, name`;

/** Reads the content of the site, drafts included. Throws DatabaseUnavailable. */
export async function readContent(database: DatabasePool): Promise<StoredContent> {
  const { rows } = await asBackend(database, (query) => query(CONTENT));
  const of = <Kind extends keyof Kinds>(kind: Kind) =>
    rows.filter((row) => row['kind'] === kind).map(({ item }) => item as Kinds[Kind]);
  return { category: of('category'), testimonial: of('testimonial'), picture: of('picture'), post: of('post') };
}
