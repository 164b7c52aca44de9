import { expect, test } from 'vitest';
import { restErrorOf } from '#tests/support/rest-error.ts';
import { planRequest } from './plan.ts';
import { parseRequest } from './request.ts';
import { sampleSchema } from '#tests/support/sample-schema.ts';

function plan(method: string, path: string, body = '', headers: Record<string, string> = {}) {
  const [relation = '', search = ''] = path.split('?');
  return planRequest(sampleSchema, parseRequest({ method, relation, search, body, header: (name) => headers[name] }));
}

const errorOf = (...request: Parameters<typeof plan>) => restErrorOf(() => plan(...request));

const GET_POSTS = { method: 'GET', relation: 'posts', body: '', header: () => undefined };

function planCall(method: string, path: string, body = '') {
  const [relation = '', search = ''] = path.split('?');
  const http = { method, relation, isFunction: true, search, body, header: () => undefined };
  return planRequest(sampleSchema, parseRequest(http));
}

const errorOfCall = (...request: Parameters<typeof planCall>) => restErrorOf(() => planCall(...request));

function embed(path: string) {
  const planned = plan('GET', path);
  return planned.selection?.embeds[0]?.relationship;
}

test('a star selects all columns in their order', () => {
  const { selection } = plan('GET', 'categories');
  expect(selection?.outputs.map(({ key }) => key)).toEqual(['id', 'name', 'parent_id']);
});

test('embedded rows of which nothing is selected are no key', () => {
  const { selection } = plan('GET', 'posts?select=id,categories(parent:parent_id()),tags!inner()');
  expect(selection?.outputs.map(({ key }) => key)).toEqual(['id']);
});

test('the key of a JSON path is its last key', () => {
  const { selection } = plan('GET', 'posts?select=data->a->0,data->>b,x:data->c');
  expect(selection?.outputs.map(({ key }) => key)).toEqual(['a', 'b', 'x']);
});

test.each([
  ['posts?select=categories(*)', 'many-to-one'],
  ['posts?select=category_id(*)', 'many-to-one'],
  ['posts?select=people!author_id(*)', 'many-to-one'],
  ['posts?select=people!posts_editor_id_fkey(*)', 'many-to-one'],
  ['categories?select=posts(*)', 'one-to-many'],
  ['people?select=posts!editor_id(*)', 'one-to-many'],
  ['people?select=profiles(*)', 'one-to-one'],
  ['profiles?select=people(*)', 'one-to-one'],
  ['posts?select=tags(*)', 'many-to-many'],
  ['posts?select=post_tags(*)', 'one-to-many'],
  ['posts?select=posts_category_id_fkey(*)', 'many-to-one'],
  ['categories?select=things:posts_category_id_fkey(*)', 'one-to-many'],
  ['categories?select=posts!posts_category_id_fkey(*)', 'one-to-many'],
  ['categories?select=posts!category_id(*)', 'one-to-many'],
  ['tags?select=posts!post_tags(*)', 'many-to-many'],
  ['categories?select=children:categories(*)', 'one-to-many'],
  ['categories?select=children:categories!parent_id(*)', 'one-to-many'],
  ['categories?select=children:categories!categories_parent_id_fkey(*)', 'one-to-many'],
  ['categories?select=parent:parent_id(*)', 'many-to-one'],
  ['posts?select=related_posts(*)', 'many-to-many'],
])('%s embeds %s', (path, cardinality) => {
  expect(embed(path)?.cardinality).toBe(cardinality);
});

test('two relationships are an error with both hints', () => {
  expect(errorOf('GET', 'posts?select=people(*)')).toMatchObject({
    status: 300,
    code: 'PGRST201',
    details: [{ cardinality: 'many-to-one', embedding: 'posts with people' }, {}],
    hint: expect.stringContaining("'people!posts_author_id_fkey', 'people!posts_editor_id_fkey'"),
  });
});

test.each([
  ['unknown?select=*', 404, 'PGRST205'],
  ['__proto__', 404, 'PGRST205'],
  ['posts?select=nothing', 400, '42703'],
  ['posts?select=constructor', 400, '42703'],
  ['posts?nothing=eq.1', 400, '42703'],
  ['posts?or=(id.eq.1,nothing.eq.1)', 400, '42703'],
  ['posts?order=nothing', 400, '42703'],
  ['posts?select=id::nothing', 400, '42704'],
  ['posts?select=profiles(*)', 400, 'PGRST200'],
  ['posts?select=people!nothing(*)', 400, 'PGRST200'],
  ['posts?categories.name=eq.a', 400, 'PGRST108'],
  ['posts?order=categories(name)', 400, 'PGRST108'],
  ['posts?select=tags(label)&order=tags(label)', 400, 'PGRST118'],
  ['posts?select=categories(name)&categories=eq.1', 400, 'PGRST120'],
])('%s is rejected with %i %s', (path, status, code) => {
  expect(errorOf('GET', path)).toMatchObject({ status, code });
});

test('a count of rows needs no setting, other aggregates do', () => {
  const settings = { aggregates: true };
  for (const select of ['count()', 'count', 'n:count()', 'n:count', 'count()::text']) {
    expect(plan('GET', `posts?select=${select}`).selection?.outputs).toMatchObject([{ kind: 'aggregate' }]);
    expect(plan('GET', `categories?select=*,posts(${select})`).kind).toBe('read');
  }
  for (const select of ['views.sum()', 'title,count()', 'count(),n:count()', 'id.count()', 'categories(id.max())']) {
    expect(errorOf('GET', `posts?select=${select}`)).toMatchObject({ status: 400, code: 'PGRST123' });
    const request = parseRequest({ ...GET_POSTS, search: `select=${select}` });
    expect(planRequest(sampleSchema, request, settings).kind).toBe('read');
  }
  expect(errorOf('GET', 'posts?select=...categories(count())').code).toBe('PGRST123');
  expect(errorOf('GET', 'categories?select=...posts(views.sum())').code).toBe('PGRST123');
  const several = parseRequest({ ...GET_POSTS, relation: 'categories', search: 'select=...posts(views.sum())' });
  expect(() => planRequest(sampleSchema, several, settings)).toThrow(expect.objectContaining({ code: 'PGRST127' }));
  expect(errorOf('GET', 'posts?select=nothing.sum()').code).toBe('42703');
});

test('functions of a row are columns that a star does not select', () => {
  expect(plan('GET', 'posts?select=*,headline').selection?.outputs.at(-1)).toMatchObject({
    key: 'headline',
    expression: { column: { computedBy: { schema: 'public', name: 'headline' } } },
  });
  expect(plan('GET', 'posts?select=*').selection?.outputs).toHaveLength(7);
  expect(errorOf('POST', 'posts', '{"headline":"x"}').code).toBe('PGRST204');
});

test('the keys of a spread embed are keys of the row', () => {
  const { selection } = plan('GET', 'posts?select=id,...categories(category:name,parent_id)');
  expect(selection?.outputs.map(({ kind, key }) => [kind, key])).toEqual([
    ['column', 'id'],
    ['spread', 'category'],
    ['spread', 'parent_id'],
  ]);
});

test.each([
  ['a function that is not there', 'POST', 'nothing', '{}', 404, 'PGRST202'],
  ['a missing argument', 'POST', 'add', '{"b":1}', 404, 'PGRST202'],
  ['an unknown argument', 'POST', 'add', '{"a":1,"c":2}', 404, 'PGRST202'],
  ['__proto__ as an argument', 'POST', 'log_visit', '{"__proto__":1}', 404, 'PGRST202'],
  ['__proto__ as a function', 'POST', '__proto__', '{}', 404, 'PGRST202'],
  ['an array as arguments', 'POST', 'add', '[{"a":1}]', 404, 'PGRST202'],
  ['two candidates', 'POST', 'mixed', '{"a":1}', 300, 'PGRST203'],
  ['a body for GET', 'GET', 'take_body', '', 404, 'PGRST202'],
  ['an unsupported method', 'PATCH', 'add', '{}', 405, 'PGRST101'],
  ['a filter on a value', 'POST', 'add?x=eq.1', '{"a":1}', 400, '42703'],
  ['an order of a value', 'POST', 'add?order=x', '{"a":1}', 400, '42703'],
  ['an embed that is not selected', 'POST', 'find_posts?tags.limit=1', '{"term":"x"}', 400, 'PGRST108'],
  ['an unknown column of the result', 'POST', 'find_posts?select=nothing', '{"term":"x"}', 400, '42703'],
])('a call with %s is rejected', (_what, method, path, body, status, code) => {
  expect(errorOfCall(method, path, body)).toMatchObject({ status, code });
});

test('a call by GET reads its arguments from the query string, the last of a name and all of a variadic one', () => {
  expect(planCall('GET', 'add?a=1&a=2&integers=3&integers=4')).toMatchObject({
    call: {
      arguments: {
        kind: 'texts',
        given: [
          { parameter: { name: 'a' }, value: '2' },
          { parameter: { name: 'integers' }, value: ['3', '4'] },
        ],
      },
    },
  });
});

test('lists that are repeated for every row above them need limits', () => {
  const path = 'posts?select=id,categories(posts(title))';
  expect(errorOf('GET', path)).toMatchObject({ status: 400, code: 'PGRST100' });
  expect(errorOf('GET', 'tags?select=posts(tags(label))').code).toBe('PGRST100');
  expect(plan('GET', `${path}&limit=20`).kind).toBe('read');
  expect(plan('GET', `${path}&categories.posts.limit=20`).kind).toBe('read');
  expect(plan('GET', `${path}&id=eq.1`).kind).toBe('read');
  expect(plan('GET', 'categories?select=posts(post_tags(tags(label)))').kind).toBe('read');
});

test('an unknown key and an update of several rows are rejected', () => {
  expect(errorOf('POST', 'tags', '{"labl":"x"}').message).toBe(
    "Could not find the 'labl' column of 'tags' in the schema cache",
  );
  expect(errorOf('POST', 'tags', '{"__proto__":"x"}').code).toBe('PGRST204');
  expect(errorOf('PATCH', 'tags', '[{"label":"x"},{"label":"y"}]').code).toBe('PGRST102');
});

test('an upsert uses the primary key without on_conflict', () => {
  const merge = { prefer: 'resolution=merge-duplicates' };
  expect(plan('POST', 'tags', '{"label":"x"}', merge)).toMatchObject({
    change: { conflict: { columns: [{ name: 'id' }] } },
  });
  expect(plan('POST', 'tags?on_conflict=label', '{"label":"x"}', merge)).toMatchObject({
    change: { conflict: { columns: [{ name: 'label' }] } },
  });
  expect(errorOf('POST', 'tags?on_conflict=no', '{"label":"x"}', merge).code).toBe('42703');
});

test('other methods and schemas are rejected', () => {
  expect(errorOf('PUT', 'tags')).toMatchObject({ status: 405, code: 'PGRST117' });
  expect(errorOf('GET', 'tags', '', { 'accept-profile': 'auth' })).toMatchObject({ status: 406, code: 'PGRST106' });
  expect(errorOf('POST', 'tags', '{}', { 'content-profile': 'auth' })).toMatchObject({ status: 406, code: 'PGRST106' });
});
