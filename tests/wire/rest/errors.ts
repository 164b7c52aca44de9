import { expect, test } from 'vitest';
import type { Rest } from './open-rest.ts';

export function testErrors(rest: () => Rest): void {
  test.each([
    ['an unknown table', 'nothing', {}, 404, 'PGRST205'],
    ['a table of another schema', 'users', {}, 404, 'PGRST205'],
    ['a path below a table', 'samples/1', {}, 404, 'PGRST125'],
    ['a function', 'rpc/nothing', { method: 'POST', body: '{}' }, 404, 'PGRST202'],
    ['an unknown column', 'samples?select=nothing', {}, 400, '42703'],
    ['an unknown type', 'samples?select=id::nothing', {}, 400, '42704'],
    ['an unknown relationship', 'samples?select=counters(*)', {}, 400, 'PGRST200'],
    ['a filter on a table that is not embedded', 'samples?labels.text=eq.x', {}, 400, 'PGRST108'],
    ['a filter without operator', 'samples?id=1', {}, 400, 'PGRST100'],
    ['a negative limit', 'samples?limit=-1', {}, 416, 'PGRST103'],
    ['an aggregate', 'samples?select=size.sum()', {}, 400, 'PGRST123'],
    ['an aggregate of embedded rows', 'makers?select=items(price.sum())', {}, 400, 'PGRST123'],
    ['SQL as an embedded name', `samples?select="makers) union select 1--"(name)`, {}, 400, 'PGRST200'],
    ['an argument of an aggregate', 'samples?select=size.sum(id)', {}, 400, 'PGRST100'],
    ['SQL as the cast of a count', 'samples?select=count()::int)--', {}, 400, 'PGRST100'],
    ['an unknown cast of a count', 'samples?select=count()::nothing', {}, 400, '42704'],
    ['a function of another table as a column', 'samples?select=label_of', {}, 400, '42703'],
    ['a function as a filter', 'samples?pg_sleep=eq.1', {}, 400, '42703'],
    ['the plan of a statement', 'samples', { headers: { Accept: 'application/vnd.pgrst.plan+json' } }, 406, 'PGRST107'],
    ['a long address', `samples?name=eq.${'x'.repeat(9000)}`, {}, 414, 'PGRST100'],
    ['an unsupported method', 'samples', { method: 'PUT', body: '{}' }, 405, 'PGRST117'],
    ['an unsupported media type', 'samples', { headers: { Accept: 'image/png' } }, 406, 'PGRST107'],
    [
      'an unknown preference with strict handling',
      'samples',
      { headers: { Prefer: 'handling=strict, x=y' } },
      400,
      'PGRST122',
    ],
    ['a value of the wrong type', 'samples?id=eq.x', {}, 400, '22P02'],
    ['a value out of range', 'samples?id=eq.99999999999', {}, 400, '22003'],
    ['an operator that the type does not have', 'samples?span=like.x', {}, 404, '42883'],
    ['an invalid pattern', 'samples?name=match.[', {}, 400, '2201B'],
    ['an invalid array', 'samples?tags=cs.{', {}, 400, '22P02'],
    ['an unknown text search', 'samples?body=fts(klingon).x', {}, 400, '42704'],
    ['no body', 'counters', { method: 'POST' }, 400, 'PGRST102'],
    ['invalid JSON', 'counters', { method: 'POST', body: '{"n":' }, 400, 'PGRST102'],
    ['a body that is not a row', 'counters', { method: 'POST', body: '"x"' }, 400, 'PGRST102'],
    ['rows that differ in keys', 'counters', { method: 'POST', body: '[{"n":1},{"code":"x"}]' }, 400, 'PGRST102'],
    [
      'JSON text that PostgreSQL cannot hold',
      'samples',
      { method: 'POST', body: '{"id":70,"name":"\\u0000"}' },
      400,
      '22P05',
    ],
    [
      'a body over the limit',
      'samples',
      { method: 'POST', body: `{"name":"${'x'.repeat(1_100_000)}"}` },
      413,
      'PGRST102',
    ],
    [
      'an unsupported content type',
      'counters',
      { method: 'POST', body: 'n\n1', headers: { 'Content-Type': 'text/csv' } },
      400,
      'PGRST102',
    ],
    ['an unknown key', 'counters', { method: 'POST', body: '{"__proto__":1}' }, 400, 'PGRST204'],
    ['a generated column', 'fixed', { method: 'POST', body: '{"doubled":1}' }, 400, '428C9'],
    ['a wrong value', 'counters', { method: 'POST', body: '{"n":"x"}' }, 400, '22P02'],
    ['null in a column that is not null', 'counters', { method: 'POST', body: '{"n":null}' }, 400, '23502'],
    ['a duplicate key', 'makers', { method: 'POST', body: '{"id":1,"name":"x"}' }, 409, '23505'],
    ['a reference to a missing row', 'sheets', { method: 'POST', body: '{"sample_id":999}' }, 409, '23503'],
  ])('%s', async (_what, path, init, status, code) => {
    const answer = await rest().ask(path, init);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'details', 'hint', 'message']);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('the error of a check constraint names the constraint', async () => {
    const { error, status } = await rest()
      .admin.from('testimonials')
      .insert({ name: 'n', company: 'c', testimonial: 't', rating: 6 });
    expect({ status, code: error?.code }).toEqual({ status: 400, code: '23514' });
    expect(error?.message).toContain('testimonials_rating_check');
  });
}
