import { expect, test } from 'vitest';
import { planRequest } from './plan.ts';
import { parseRequest } from './request.ts';
import { DEFAULT_REST_SETTINGS } from './rest-settings.ts';
import { sampleSchema } from '#tests/support/sample-schema.ts';
import { writeSql } from './sql.ts';

function write(method: string, path: string, body = '', prefer?: string) {
  const [relation = '', search = ''] = path.split('?');
  const header = (name: string) => (name === 'prefer' ? prefer : undefined);
  const request = parseRequest({ method, relation, search, body, header });
  return writeSql(planRequest(sampleSchema, request), request.isHead ? null : request.media);
}

test('a list is one JSON array built by PostgreSQL, within the limit of rows', () => {
  expect(write('GET', 'tags?select=name:label&label=eq.x&order=label.desc.nullslast&offset=5')).toEqual({
    text:
      `select (coalesce(json_agg(r.value), '[]'))::text as body, count(*) as rows from (` +
      `select case when sum(pg_column_size(g.value)) over (rows unbounded preceding) > 16777216 ` +
      `then repeat(g.value::text, 2147483647)::json else g.value end as value from (` +
      `select json_build_object($2::text, t1."label") ` +
      `as value from "public"."tags" as t1 where (t1."label" = $1) ` +
      `order by t1."label" desc nulls last limit 1000 offset $3) as g) as r`,
    values: ['x', 'name', 5],
    explained: null,
  });
});

test('JSON keys and indexes are parameters', () => {
  const { text, values } = write('GET', `posts?select=id&data->a->0->>b=eq.c&title->x=eq.1`);
  expect(text).toContain('((t1."data" -> $1::text -> $2::int ->> $3::text) = $4)');
  expect(text).toContain('(to_jsonb(t1."title") -> $5::text)');
  expect(values.slice(0, 5)).toEqual(['a', 0, 'b', 'c', 'x']);
});

test('a long object is built by one expression, with its keys as one parameter', () => {
  const columns = ['id', 'title', 'category_id', 'author_id', 'editor_id', 'data', 'views'];
  const keys = Array.from({ length: 150 }, (_, i) => `f${i}`);
  const { text, values } = write('GET', `posts?select=${keys.map((key, i) => `${key}:${columns[i % 7]}`).join()}`);
  expect(text.match(/json_object_agg\(/g)).toHaveLength(1);
  expect(values).toEqual([keys]);
  expect(write('GET', 'posts?select=categories()').text).toContain(`select '{}'::json as value`);
});

test('the embedded lists of a row share the bytes of a response', () => {
  const { text } = write('GET', 'posts?select=id,tags(label),post_tags(tag_id),people!author_id(name)');
  expect(text.match(/> \d+ then/g)).toEqual(['> 16777216 then', '> 8388608 then', '> 8388608 then']);
});

test('an update without columns changes nothing and checks the right to update', () => {
  const { text, values } = write('PATCH', 'tags?id=eq.1', '{}');
  expect(text).toContain('select 1 from "public"."tags" as t0 where false and (t0."id" = $1)');
  expect(text).toContain(`has_any_column_privilege($2::text, 'UPDATE') as permitted`);
  expect(values).toEqual(['1', '"public"."tags"']);
});

test('multiplying conditions on embedded rows are rejected while the statement is written', () => {
  const nested = ['categories=not.is.null', 'categories.posts=not.is.null', 'categories.posts.categories=not.is.null'];
  const search = nested.flatMap((condition) => Array.from({ length: 20 }, () => condition)).join('&');
  expect(() => write('GET', `posts?select=id,categories(posts(categories(id)))&limit=1&${search}`)).toThrow(
    'More than 200 tables in one statement',
  );
});

test('a write returns only the columns that are read', () => {
  const { text } = write(
    'PATCH',
    'posts?id=eq.1&select=title,categories(name)&order=views',
    '{"title":"x"}',
    'return=representation',
  );
  expect(text).toContain('returning t0."title", t0."category_id", t0."views")');
  expect(write('DELETE', 'posts?id=eq.1').text).toContain(
    'delete from "public"."posts" as t0 where (t0."id" = $1) returning 1',
  );
});

function writeCall(method: string, path: string, body = '', prefer?: string) {
  const [relation = '', search = ''] = path.split('?');
  const header = (name: string) => (name === 'prefer' ? prefer : undefined);
  const request = parseRequest({ method, relation, isFunction: true, search, body, header });
  return writeSql(planRequest(sampleSchema, request), request.isHead ? null : request.media);
}

test('the arguments of a call are parameters, cast to the types of the function', () => {
  const byGet = writeCall('GET', `add?a=1&integers={2,3}`);
  expect(byGet.text).toContain(
    `with called as (select t0.* from "public"."add"("a" => $1::integer, variadic "integers" => $2::integer[]) as t0("value"))`,
  );
  expect(byGet.values).toEqual(['1', '{2,3}']);
  const byPost = writeCall('POST', 'add', '{"b":2,"a":1}');
  expect(byPost.text).toContain(
    `json_to_record($1::json) as a0("a" integer, "b" integer) cross join lateral "public"."add"("a" => a0."a", "b" => a0."b")`,
  );
  expect(byPost.values).toEqual(['{"b":2,"a":1}']);
  expect(writeCall('POST', 'take_body', '[1]').text).toContain('"public"."take_body"($1::json)');
});

test('a function is written once, also when its rows are counted', () => {
  const { text } = writeCall('POST', 'find_posts?id=eq.1&limit=2', '{"term":"x"}', 'count=exact');
  expect(text.match(/"find_posts"/g)).toHaveLength(1);
  expect(text).toContain('(select count(*) from called as c0 where (c0."id" = $');
});

test('the plan of a statement is asked for with known options only', () => {
  const request = parseRequest(
    {
      method: 'GET',
      relation: 'tags',
      search: 'select=id',
      body: '',
      header: (name) => (name === 'accept' ? 'application/vnd.pgrst.plan+json; options=analyze|wal|x' : undefined),
    },
    { ...DEFAULT_REST_SETTINGS, explain: true },
  );
  const { text } = writeSql(planRequest(sampleSchema, request), request.media, request.media.explain);
  expect(text).toMatch(/^explain \(format json, analyze, wal\) select /);
});
