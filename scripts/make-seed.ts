// Writes supabase/seed.sql from supabase/sample: `npm run write -- seed`. Run it after each change there.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from '#contract/database.types.ts';
import type { PostStatus } from '#contract/post-status.ts';

const SAMPLE = new URL('../supabase/sample/', import.meta.url);
const SEED = new URL('../supabase/seed.sql', import.meta.url);
const NAMESPACE = '6f0d8a52-5b0f-4c7e-9a35-2f1f0c7d4b10';

type Tables = Database['public']['Tables'];
type Row<Table extends keyof Tables> = Tables[Table]['Row'];
type Given<Fields> = { [Name in keyof Fields]: NonNullable<Fields[Name]> };

/** The fields of the sample files; texts that may be null in the database are always given. */
type SampleCategory = Given<Omit<Row<'categories'>, 'id'>>;
type SamplePost = Given<
  Pick<
    Row<'blog_posts'>,
    | 'slug'
    | 'title'
    | 'excerpt'
    | 'meta_title'
    | 'meta_description'
    | 'meta_keywords'
    | 'created_at'
    | 'updated_at'
    | 'author'
    | 'reviewer'
    | 'law_as_of'
  >
> &
  Pick<Row<'blog_posts'>, 'published_at'> & {
    /** The slug of the category. */
    category: string;
    status: PostStatus;
  };
type SampleTestimonial = Omit<Row<'testimonials'>, 'id'>;

type Sample = { categories: SampleCategory[]; posts: SamplePost[]; testimonials: SampleTestimonial[] };

/** Reads the three data files of supabase/sample. Throws when one is missing or is not JSON. */
export function readSample(): Sample {
  return {
    categories: readJson('categories.json'),
    posts: readJson('posts.json'),
    testimonials: readJson('testimonials.json'),
  };
}

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, SAMPLE), 'utf8')) as T;
}

/**
 * Reads the body of a post, laid out in lines. The site turns a line break into <br> unless it lies between two block
 * elements (specification §2). Throws when a line of the file is not made of whole elements.
 */
export function readBody(slug: string): string {
  const lines = readFileSync(new URL(`posts/${slug}.html`, SAMPLE), 'utf8')
    .trim()
    .split('\n');
  for (const [index, line] of lines.entries()) {
    if (!/^\s*<.*>$/.test(line)) throw new Error(`posts/${slug}.html, line ${index + 1}: not a whole element`);
  }
  return lines.map((line) => line.trim()).join('\n');
}

/** A UUID of version 5 (RFC 9562 §5.5), so that a row has the same id in each seed. */
function nameUuid(table: string, key: string): string {
  const namespace = Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex');
  const hash = createHash('sha1').update(namespace).update(`${table}/${key}`).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

type Value = string | number | boolean | null;

/** The SQL literal of a value. Doubling quotes is enough with standard_conforming_strings. */
export function literal(value: Value): string {
  if (value === null) return 'null';
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** Inserts a row unless it is there. `key` tells it from others of its table, `expressions` are columns in SQL. */
function insert(
  table: keyof Tables,
  key: string,
  row: Readonly<Record<string, Value>>,
  expressions: Readonly<Record<string, string>> = {},
): string {
  const given = Object.entries({ id: nameUuid(table, key), ...row });
  const columns = { ...Object.fromEntries(given.map(([name, value]) => [name, literal(value)])), ...expressions };
  const values = Object.values(columns).join(',\n  ');
  return `insert into public.${table} (${Object.keys(columns).join(', ')})\nvalues (\n  ${values}\n)\non conflict do nothing;`;
}

/** `updated_at` is the day of the last change of the text, not that of the installation. */
function insertPost({ category, ...post }: SamplePost): string {
  const row = { ...post, content: readBody(post.slug) };
  // Looked up, because an existing category of this slug may have another id.
  const category_id = `(select id from public.categories where slug = ${literal(category)})`;
  return insert('blog_posts', post.slug, row, { category_id });
}

/** The text of supabase/seed.sql; deterministic. */
export function composeSeed(): string {
  const { categories, posts, testimonials } = readSample();
  const statements = [
    ...categories.map((category) => insert('categories', category.slug, category)),
    ...posts.map(insertPost),
    ...testimonials.map((testimonial) => insert('testimonials', testimonial.name, testimonial)),
  ];
  return `-- Made by scripts/make-seed.ts from supabase/sample. Do not edit.\n\n${statements.join('\n\n')}\n`;
}

if (import.meta.main) {
  writeFileSync(SEED, composeSeed());
  console.log(`wrote ${fileURLToPath(SEED)}`);
}
