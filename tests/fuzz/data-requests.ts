import fc from 'fast-check';
import { caller, type FuzzRequest, jsonBody, noise, search, anyText, uuid } from './request.ts';

const TABLES = [
  'blog_posts',
  'categories',
  'testimonials',
  'admin_users',
  'accounts',
  'activity',
  'site_settings',
  'site_words',
];
const MORE_TABLES = [
  'post_revisions',
  'post_drafts',
  'post_presence',
  'profiles',
  'writers',
  'post_reviews',
  'post_comments',
  'post_previews',
  'post_redirects',
  'address_redirects',
  'deleted_items',
  'no_such_table',
  'rpc/is_admin',
  'rpc/is_restorable',
  'rpc/read_post_preview',
  'rpc/no_such_function',
  'rpc',
];
const COLUMNS = ['id', 'title', 'slug', 'content', 'status', 'category_id', 'published_at', 'name', 'rating', 'search'];
const MORE_COLUMNS = [
  'is_featured',
  'user_id',
  'post',
  'item',
  'posts',
  'deleted_at',
  'restored_at',
  'require_mfa',
  'x',
];
const OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch', 'is', 'in', 'isdistinct'];
const MORE_OPERATORS = ['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj', 'fts', 'plfts', 'phfts', 'wfts', 'not.eq'];
const QUANTIFIED = ['like(any)', 'eq(all)', 'ilike(all)', 'fts(english)', 'wfts(simple)', 'not.in', 'not.is', 'nope'];

const column = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(...COLUMNS, ...MORE_COLUMNS) },
  { weight: 2, arbitrary: fc.constantFrom('post->title', 'item->>name', 'content->a->0', 'categories.name') },
  { weight: 1, arbitrary: noise },
);
const value = fc.oneof(anyText, uuid, fc.constantFrom('1', 'true', '{a,b}', '(a,b)', '("a,b",c)', '%a%', '*', 'now()'));
const filter = fc
  .tuple(fc.constantFrom(...OPERATORS, ...MORE_OPERATORS, ...QUANTIFIED), value)
  .map(([operator, operand]) => `${operator}.${operator.endsWith('in') ? `(${operand})` : operand}`);
const { items } = fc.letrec<{ items: string; item: string }>((tie) => ({
  items: fc.array(tie('item'), { maxLength: 4 }).map((all) => all.join(',')),
  item: fc.oneof(
    { maxDepth: 5 },
    { weight: 6, arbitrary: column },
    { weight: 2, arbitrary: fc.constantFrom('*', '*,*,*', 'count()', 'id::text', 'a:id', 'id.count()', 'title::int') },
    { weight: 1, arbitrary: fc.constantFrom('count', 'n:count', 'id.max()', 'count()::text', 'is_published') },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom('categories', 'blog_posts', 'categories!inner', 'x:categories', '...categories'),
          tie('items'),
        )
        .map(([relation, inner]) => `${relation}(${inner})`),
    },
  ),
}));
const manyItems = fc
  .tuple(
    fc.constantFrom('*', 'content', 'categories(*)', 'x:content', 'content::text'),
    fc.integer({ min: 2, max: 700 }),
  )
  .map(([item, times]) => Array.from({ length: times }, () => item).join(','));
const logic = fc
  .array(fc.tuple(column, filter), { maxLength: 4 })
  .map((all) => `(${all.map((one) => one.join('.')).join(',')})`);

const parameter = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('select'), items) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('select'), manyItems) },
  { weight: 6, arbitrary: fc.tuple(column, filter) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('or', 'and', 'not.or', 'categories.or'), logic) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constantFrom('order', 'categories.order'),
      fc.tuple(column, fc.constantFrom('', '.desc', '.asc.nullsfirst')).map((pair) => pair.join('')),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('limit', 'offset', 'columns', 'on_conflict', 'categories.limit'), value),
  },
  { weight: 1, arbitrary: fc.tuple(noise, anyText) },
);
const query = fc.array(parameter, { maxLength: 5 }).map((pairs) => new URLSearchParams(pairs).toString());

const headers = fc.dictionary(
  fc.constantFrom('Prefer', 'Accept', 'Range', 'Accept-Profile', 'Content-Profile', 'Content-Type'),
  fc.oneof(
    fc.constantFrom(
      'return=representation',
      'count=exact',
      'resolution=merge-duplicates',
      'missing=default',
      'tx=rollback',
    ),
    fc.constantFrom('handling=strict,max-affected=1', 'text/csv', 'application/vnd.pgrst.object+json', '*/*', 'public'),
    fc.constantFrom(
      'application/json',
      'text/plain',
      'application/json; charset=utf-8',
      '0-9',
      'private',
      'a'.repeat(900),
    ),
  ),
  { maxKeys: 3 },
);

/** Requests to `/rest/v1`. */
export const dataRequest: fc.Arbitrary<FuzzRequest> = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PUT'),
    relation: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...TABLES) },
      { weight: 4, arbitrary: fc.constantFrom(...MORE_TABLES) },
      { weight: 1, arbitrary: noise.map(encodeURIComponent) },
    ),
    query: fc.oneof({ weight: 9, arbitrary: query }, { weight: 1, arbitrary: search(['select', 'order']) }),
    caller,
    headers,
    body: jsonBody([...COLUMNS, ...MORE_COLUMNS]),
  })
  .map(({ relation, query: asked, body, ...rest }) => ({
    ...rest,
    target: `/rest/v1/${relation}${asked === '' ? '' : `?${asked.replace(/^\?/, '')}`}`,
    body: rest.method === 'POST' || rest.method === 'PATCH' || rest.method === 'PUT' ? body : null,
  }));
