import { expect, test } from 'vitest';
import { type Rest, idsOf } from './open-rest.ts';

export function testFilters(rest: () => Rest): void {
  const samples = (select = 'id') => rest().service.from('samples').select(select).order('id');

  type Ask = (query: ReturnType<typeof samples>) => PromiseLike<{ data: unknown; error: unknown }>;
  test.each<[string, Ask, number[]]>([
    ['eq', (q) => q.eq('name', 'beta'), [2]],
    ['neq', (q) => q.neq('name', 'beta'), [1, 3]],
    ['gt', (q) => q.gt('size', 1), [2, 3]],
    ['gte', (q) => q.gte('made', '2026-02-01'), [2, 3]],
    ['lt', (q) => q.lt('weight', 2.25), [1]],
    ['lte', (q) => q.lte('weight', 2.25), [1, 2]],
    ['like', (q) => q.like('name', '%a'), [1, 2, 3]],
    ['like with stars', (q) => q.like('name', 'a*'), [1]],
    ['ilike', (q) => q.ilike('name', 'g%'), [3]],
    ['like any', (q) => q.likeAnyOf('name', ['a%', 'b%']), [1, 2]],
    ['like all', (q) => q.likeAllOf('name', ['%a', '%et%']), [2]],
    ['ilike any', (q) => q.ilikeAnyOf('name', ['A%', 'G%']), [1, 3]],
    ['ilike all', (q) => q.ilikeAllOf('name', ['%A', 'G%']), [3]],
    ['regexMatch', (q) => q.regexMatch('name', '^[ab]'), [1, 2]],
    ['regexIMatch', (q) => q.regexIMatch('name', '^g'), [3]],
    ['eq any', (q) => q.filter('size', 'eq(any)', '{1,3}'), [1, 3]],
    ['is null', (q) => q.is('name', null), [4]],
    ['is true', (q) => q.is('is_new', true), [1]],
    ['is unknown', (q) => q.filter('is_new', 'is', 'unknown'), [3, 4]],
    ['is not null', (q) => q.not('name', 'is', null), [1, 2, 3]],
    ['is not_null', (q) => q.filter('name', 'is', 'not_null'), [1, 2, 3]],
    ['isDistinct', (q) => q.isDistinct('name', 'beta'), [1, 3, 4]],
    ['notIn', (q) => q.notIn('id', [1, 2]), [3, 4]],
    ['in', (q) => q.in('name', ['alpha', 'be,ta', 'Gamma']), [1, 3]],
    ['in nothing', (q) => q.in('name', []), []],
    ['contains', (q) => q.contains('tags', ['red']), [1, 2]],
    ['contains JSON', (q) => q.contains('data', { a: { b: 'x' } }), [1]],
    ['contained by', (q) => q.containedBy('tags', ['red', 'green']), [2, 3]],
    ['overlaps', (q) => q.overlaps('tags', ['blue', 'green']), [1]],
    ['range left of', (q) => q.rangeLt('span', '[5,9)'), [1]],
    ['range right of', (q) => q.rangeGt('span', '[5,9)'), [3]],
    ['range not right', (q) => q.rangeLte('span', '[5,9)'), [1, 2]],
    ['range not left', (q) => q.rangeGte('span', '[5,9)'), [2, 3]],
    ['range adjacent', (q) => q.rangeAdjacent('span', '[9,20)'), [2, 3]],
    ['range contains', (q) => q.contains('span', '[2,3)'), [1]],
    ['fts', (q) => q.textSearch('body', 'quick & dog', { config: 'simple' }), [3]],
    ['plfts', (q) => q.textSearch('body', 'quick dog', { config: 'simple', type: 'plain' }), [3]],
    ['phfts', (q) => q.textSearch('body', 'lazy dog', { config: 'simple', type: 'phrase' }), [2]],
    ['wfts', (q) => q.textSearch('body', 'quick -fox', { config: 'simple', type: 'websearch' }), [3]],
    ['fts of a text', (q) => q.textSearch('name', 'alpha'), [1]],
    ['JSON as text', (q) => q.eq('data->a->>b', 'y'), [2]],
    ['JSON by index', (q) => q.eq('data->list->>0', '1'), [1]],
    ['JSON as JSON', (q) => q.gte('data->n', 5), [3]],
    ['match of several', (q) => q.match({ maker_id: 1, is_new: true }), [1]],
    ['or', (q) => q.or('name.eq.alpha,size.gt.2'), [1, 3]],
    ['nested or', (q) => q.or('and(size.gt.1,tags.cs.{red}),not.or(name.not.is.null,id.lt.4)'), [2, 4]],
    ['values with signs', (q) => q.or('name.in.("al,pha",beta),name.eq."Gamma"'), [2, 3]],
    ['a quoted column', (q) => q.eq('"odd name"', 'two'), [2]],
  ])('%s', async (_name, narrow, expected) => {
    const { data, error } = await narrow(samples());
    expect(error).toBeNull();
    expect(idsOf(data)).toEqual(expected);
  });

  test('the value of a filter is never SQL', async () => {
    for (const value of [`'; drop table samples; --`, '$1', `"`, '\\', '%00', '{', 'a\u0000b']) {
      const { status } = await samples().eq('name', value);
      expect([200, 400]).toContain(status);
    }
    expect((await samples()).data).toHaveLength(4);
  });
}
