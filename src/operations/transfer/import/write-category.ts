import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool, RunQuery } from '#backend/database/connect.ts';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import type { SourceCategory } from '../source.ts';
import { stableId } from '../stable-id.ts';
import { makeSlug } from './make-slug.ts';
import type { ImportReport } from './report.ts';

/**
 * The id of the category of the source with this slug; it is created where this site has none with that slug or name.
 * Null without a category, and in a dry run for one that would be created.
 */
export type FindCategory = (slug: string | null) => Promise<string | null>;

/** Creates the categories of a source as its posts need them. A category that is there already is not changed. */
export async function openCategories(
  categories: readonly SourceCategory[],
  database: DatabasePool,
  { report, isDryRun }: { report: ImportReport; isDryRun: boolean },
): Promise<FindCategory> {
  const { rows } = await asBackend(database, (query) => query('select id::text, slug, name from public.categories'));
  const present = new Map<unknown, unknown>(
    rows.flatMap(
      ({ id, slug, name }) =>
        [
          [slug, id],
          [name, id],
        ] as const,
    ),
  );
  const found = new Map<string, string | null>();
  const bySlug = new Map(categories.map((category) => [category.slug, category]));
  return async (slug) => {
    const category = slug === null ? undefined : bySlug.get(slug);
    if (!category) return null;
    const known = found.get(category.slug);
    if (known !== undefined) return known;
    const row = rowOf(category);
    const own = (present.get(row.slug) ?? present.get(row.name)) as string | undefined;
    const id = own ?? (isDryRun ? null : await asBackend(database, (query) => insertCategory(query, row)));
    report.categories[own ? 'present' : 'created'] += 1;
    found.set(category.slug, id);
    return id;
  };
}

function rowOf({ slug, name, description }: SourceCategory): SourceCategory {
  const words = Array.from(name.trim()).slice(0, NAME_MAX_LENGTH).join('');
  const made = makeSlug(slug, words) ?? `category-${stableId(slug + words).slice(0, 8)}`;
  return { slug: made, name: words || made, description };
}

async function insertCategory(query: RunQuery, { slug, name, description }: SourceCategory): Promise<string> {
  const { rows } = await query(
    `insert into public.categories (slug, name, description) values ($1, $2, $3)
      on conflict (slug) do update set slug = excluded.slug returning id::text`,
    [slug, name, description],
  );
  return rows[0]!['id'] as string;
}
