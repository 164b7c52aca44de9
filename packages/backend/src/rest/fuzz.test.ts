import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RequestError } from '../http/errors.ts';
import { RestError } from './errors.ts';
import { planRequest } from './plan.ts';
import type { RestSettings } from './rest-settings.ts';
import { parseRequest, type HttpRequest } from './request.ts';
import { sampleSchema } from '#tests/support/sample-schema.ts';
import { writeSql } from './sql.ts';

/** Every word that a statement may contain; all other text of a request must be a parameter. */
const IDENTIFIERS = new Set([
  'public',
  'whole row',
  'value',
  ...[...sampleSchema.tables].flatMap(([name, { columns, computed }]) => [name, ...columns.keys(), ...computed.keys()]),
  'related_posts',
  ...[...sampleSchema.routines].flatMap(([name, routines]) => [
    name,
    ...routines.flatMap(({ parameters }) => parameters.map((parameter) => parameter.name)),
  ]),
]);
const WORDS = new Set(
  (
    'select coalesce json_agg value as body count rows from where and or not is null true false unknown any all like ilike ' +
    'distinct in exists left inner cross join lateral on order by asc desc nulls first last limit offset total with changed ' +
    'insert into update set delete returning conflict do nothing excluded affected inserted set_config current_setting nullif case when then else end ' +
    'cast text int integer date uuid jsonb json json_build_object json_object_agg unnest array to_json key over rows unbounded preceding sum ' +
    'pg_column_size repeat has_any_column_privilege permitted json_array_elements json_to_record json_strip_nulls item ' +
    'called called group having avg max min variadic explain format analyze verbose wal to_jsonb to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery regconfig row substr string_agg default values status headers'
  ).split(' '),
);
const TOKEN =
  /"(?:[^"]|"")*"|\$\d+|'(?:\[\]|\{\}|UPDATE|request\.conflicts|response\.(?:status|headers)|0|,|)'|E'\\n'|-?\d+|[A-Za-z_]\w*|::|->>|->|[@<>&|=~*,()[\].+-]+|\s+/gy;

function unexpectedTokens(text: string): string[] {
  const tokens = text.match(TOKEN) ?? [];
  const rest = tokens.join('') === text ? [] : [text];
  const isExpected = (token: string) =>
    token.startsWith('"')
      ? IDENTIFIERS.has(token.slice(1, -1))
      : WORDS.has(token) ||
        /^(?:[tvemrgoac]\d*|\W+|\$?\d+|-1|E'\\n'|''|'\[\]'|'\{\}'|'UPDATE'|'request\.conflicts'|'response\.(?:status|headers)'|'0'|',')$/.test(
          token,
        );
  return [...rest, ...tokens.filter((token) => !isExpected(token))];
}

const SETTINGS: RestSettings = { schemas: ['public'], aggregates: true, explain: true, rollback: true };

/** The statement of a request, or null when it was refused in the catalogue's form. */
function digest(request: HttpRequest): string | null {
  try {
    const parsed = parseRequest(request, SETTINGS);
    return writeSql(planRequest(sampleSchema, parsed, SETTINGS), parsed.media, parsed.media.explain).text;
  } catch (error) {
    if (error instanceof RestError && error.status < 500) return null;
    if (error instanceof RequestError) return null;
    throw error;
  }
}

const noise = fc.string({ unit: 'binary', maxLength: 12 });
const injection = fc.constantFrom(
  `'; drop table x; --`,
  `" or 1=1`,
  '$1',
  '$$',
  '\\',
  `\0`,
  ')) union',
  '\ud800',
  '__proto__',
);
const column = fc.constantFrom('id', 'id', 'title', 'views', 'data->a->>b', '"title"', 'name', 'category_id');
const name = fc.oneof({ weight: 12, arbitrary: column }, { weight: 1, arbitrary: fc.oneof(noise, injection) });
const relation = fc.constantFrom(
  'posts',
  'categories',
  'tags',
  'people!author_id',
  'people',
  'profiles',
  'post_tags',
  'categories!parent_id',
);
const value = fc.oneof(noise, injection, fc.constantFrom('1', 'x', '{a,b}', '(a,"b")', 'null'));
const operator = fc.constantFrom(
  'eq',
  'not.neq',
  'gt',
  'like',
  'ilike(any)',
  'in',
  'is',
  'fts(simple)',
  'wfts',
  'cs',
  'ov',
  'sl',
  'isdistinct',
  'nope',
);
const filter = fc.tuple(operator, value).map(([op, text]) => `${op}.${op === 'in' ? `(${text})` : text}`);
const { item } = fc.letrec<{ item: string; embed: string }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 4 },
    name,
    fc
      .tuple(fc.oneof(injection, noise, name), name)
      .map(([alias, field]) => `"${alias.replaceAll(/["\\]/g, '')}":${field}`),
    name.map((field) => `${field}::text`),
    fc
      .tuple(name, fc.constantFrom('sum', 'avg', 'max', 'count', 'drop'), fc.constantFrom('', '::text'))
      .map(([field, call, cast]) => `${field}.${call}()${cast}`),
    fc.constantFrom('count()', 'count', 'n:count()', 'headline', 'related_posts(id)'),
    tie('embed'),
  ),
  embed: fc
    .tuple(
      fc.constantFrom('', '', '...'),
      relation,
      fc.constantFrom('', '!inner', '!category_id', '!parent_id', `!"x' or 1=1"`),
      fc.array(tie('item'), { maxLength: 3 }),
    )
    .map(([spread, target, join, items]) => `${spread}${target}${join}(${items.join()})`),
}));
const parameter = fc.oneof(
  fc.tuple(fc.constant('select'), fc.array(item, { maxLength: 3 }).map(String)),
  fc.tuple(name, filter),
  fc.tuple(
    fc.constantFrom('or', 'and', 'not.or'),
    fc
      .array(
        fc.tuple(name, filter).map((pair) => pair.join('.')),
        { maxLength: 3 },
      )
      .map((all) => `(${all.join()})`),
  ),
  fc.tuple(
    fc.constantFrom('order', 'categories.order'),
    fc.tuple(name, fc.constantFrom('', '.desc', '.asc.nullsfirst', '.x')).map((pair) => pair.join('')),
  ),
  fc.tuple(
    fc.constantFrom('limit', 'offset', 'on_conflict', 'columns'),
    fc.oneof(value, name, fc.constantFrom('0', '5')),
  ),
  fc.tuple(noise, value),
);
const search = fc.array(parameter, { maxLength: 4 }).map((pairs) => new URLSearchParams(pairs).toString());
const row = fc.dictionary(
  fc.oneof(fc.constantFrom('id', 'label', 'title', 'views'), noise),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 3 },
);
const body = fc.oneof(
  row.map((one) => JSON.stringify(one)),
  fc.array(row, { maxLength: 3 }).map((many) => JSON.stringify(many)),
  noise,
);
const headers = fc.record({
  prefer: fc.oneof(
    fc.constantFrom(
      'return=representation',
      'resolution=merge-duplicates',
      'missing=default',
      'count=exact',
      'handling=strict',
      'tx=rollback',
    ),
    noise,
  ),
  accept: fc.constantFrom(
    '*/*',
    'text/csv',
    'application/vnd.pgrst.object+json;nulls=stripped',
    'application/vnd.pgrst.plan+json; options=analyze|verbose|x',
  ),
});
const request = fc
  .record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE'),
    relation: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('posts', 'posts', 'tags', 'categories') },
      { weight: 1, arbitrary: noise },
    ),
    search,
    body,
    headers,
  })
  .map(({ headers: sent, ...rest }): HttpRequest => ({ ...rest, header: (key) => sent[key as 'prefer' | 'accept'] }));

const knownCall = fc
  .tuple(
    fc.constantFrom(
      ['add', 'a'],
      ['add', 'a', 'b'],
      ['add', 'a', 'integers'],
      ['find_posts', 'term'],
      ['log_visit'],

      ['take_body', 'any'],
      ['mixed', 'a'],
      ['mixed', 'a', 'b'],
    ),
    value,
  )
  .map(([[target = '', ...names], text]) => ({ target, given: names.map((one): [string, string] => [one, text]) }));
const argumentName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'integers', 'term') },
  { weight: 1, arbitrary: fc.oneof(noise, injection) },
);
const anyCall = fc.record({
  target: fc.oneof(fc.constantFrom('add', 'find_posts'), noise, injection),
  given: fc.array(fc.tuple(argumentName, value), { maxLength: 3 }),
});
const call = fc
  .record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'POST', 'PUT'),
    wanted: fc.oneof({ weight: 3, arbitrary: knownCall }, { weight: 1, arbitrary: anyCall }),
    search,
    headers,
  })
  .map(({ method, wanted: { target, given }, search: asked, headers: sent }): HttpRequest => {
    const pairs = new URLSearchParams(given).toString();
    return {
      method,
      relation: target,
      isFunction: true,
      search: method === 'POST' ? asked : [pairs, asked].filter((part) => part !== '').join('&'),
      body: method === 'POST' ? JSON.stringify(Object.fromEntries(given)) : '',
      header: (key) => sent[key as 'prefer' | 'accept'],
    };
  });

test('every call of a function becomes a statement of known words, or an error of the catalogue', () => {
  let written = 0;
  fc.assert(
    fc.property(call, (asked) => {
      const text = digest(asked);
      if (text === null) return;
      written += 1;
      expect(unexpectedTokens(text)).toEqual([]);
    }),
    { numRuns: 3000 },
  );
  expect(written).toBeGreaterThan(150);
});

test('every request becomes a statement of known words, or an error of the catalogue', () => {
  let written = 0;
  fc.assert(
    fc.property(request, (asked) => {
      const text = digest(asked);
      if (text === null) return;
      written += 1;
      expect(unexpectedTokens(text)).toEqual([]);
    }),
    { numRuns: 3000 },
  );
  expect(written).toBeGreaterThan(300);
});

test('the check detects an unknown word', () => {
  expect(unexpectedTokens('select t1."id" from "public"."posts" as t1')).toEqual([]);
  expect(unexpectedTokens('select t1."secret" from users')).toEqual(['"secret"', 'users']);
  expect(unexpectedTokens(`select 'text'`)).not.toEqual([]);
});
