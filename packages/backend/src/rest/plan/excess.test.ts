import { expect, test } from 'vitest';
import { planRequest } from '../plan.ts';
import { parseRequest } from '../request.ts';
import { sampleSchema } from '#tests/support/sample-schema.ts';

function plan(path: string) {
  const [relation = '', search = ''] = path.split('?');
  return planRequest(
    sampleSchema,
    parseRequest({ method: 'GET', relation, search, body: '', header: () => undefined }),
  );
}

const list = (length: number, write: (n: number) => string, separator = ',') =>
  Array.from({ length }, (_, n) => write(n)).join(separator);

test.each([
  ['keys of one column', (n: number) => `tags?select=${list(n, (i) => `a${i}:id`)}`, 25],
  ['keys of one column through JSON', (n: number) => `posts?select=${list(n, (i) => `a${i}:data->${i}`)}`, 25],
  ['steps of a JSON path', (n: number) => `posts?select=data${list(n, () => '->a', '')}`, 10],
  ['conditions', (n: number) => `tags?${list(n, () => 'id=gt.1', '&')}`, 100],
  ['conditions of a tree', (n: number) => `tags?or=(${list(n, () => 'not.and(id.gt.1,id.lt.3)')})`, 50],
  ['conditions on embedded rows', (n: number) => `posts?select=tags(id)&${list(n, () => 'tags.id=gt.1', '&')}`, 100],
  ['values', (n: number) => `tags?label=in.(${list(n, () => 'a')})`, 1000],
  ['terms of order', (n: number) => `tags?order=${list(n, () => 'id')}`, 20],
  ['patterns', (n: number) => `tags?or=(${list(n, () => 'label.ilike.*a*')})`, 40],
  ['patterns of arrays', (n: number) => `tags?label=like(any).{${list(n - 1, () => '*a*')}}&id=like.x`, 40],
  ['characters of patterns', (n: number) => `tags?label=like.${'_'.repeat(n - 2)}&label=ilike(any).{}`, 1000],
  ['characters of text searches', (n: number) => `tags?label=wfts.${'a'.repeat(n)}`, 4000],
  ['text searches that parse', (n: number) => `tags?or=(${list(n, () => 'label.fts.a')})`, 2],
])('%s are accepted up to the limit, and one more is rejected', (_what, write, limit) => {
  expect(plan(write(limit)).kind).toBe('read');
  expect(() => plan(write(limit + 1))).toThrow(/^More than \d+ /);
});

test('keys are counted in one object and in all together', () => {
  const columns = ['id', 'title', 'category_id', 'author_id', 'editor_id', 'data', 'views'];
  const keys = (n: number) => list(n, (i) => `k${i}:${columns[i % 7]}`);
  expect(plan(`posts?select=${keys(150)}`).kind).toBe('read');
  const embeds = (n: number) => list(n, (i) => `e${i}:posts!author_id(${keys(45)})`);
  expect(plan(`people?select=${embeds(8)}`).kind).toBe('read');
  expect(() => plan(`people?select=${embeds(9)}`)).toThrow('More than 400 columns');
});

test.each(['^(.*)\\1$', '(a)(b)\\\\\\2', '\\\\\\9'])('the back-reference of %s is rejected', (pattern) => {
  expect(() => plan(`tags?label=match.${encodeURIComponent(pattern)}`)).toThrow('Back-references are not supported');
  expect(() =>
    plan(`tags?or=(label.not.imatch.${encodeURIComponent(`"${pattern.replaceAll('\\', '\\\\')}"`)})`),
  ).toThrow('Back-references are not supported');
});

test.each(['^a+$', 'a\\\\1', '\\d1', '\\y1', '[1]'])('%s has no back-reference', (pattern) => {
  expect(plan(`tags?label=match.${encodeURIComponent(pattern)}`).kind).toBe('read');
});

test('repeated keys collapse to the last value at the position of the first', () => {
  const { selection } = plan('tags?select=id,x:label,*,x:id,*');
  expect(
    selection?.outputs.map((output) => [output.key, output.kind === 'column' && output.expression.column.name]),
  ).toEqual([
    ['id', 'id'],
    ['x', 'id'],
    ['label', 'label'],
  ]);
});
