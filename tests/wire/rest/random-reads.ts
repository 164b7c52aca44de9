import type { SupabaseClient } from '@supabase/supabase-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rest } from './open-rest.ts';

type Grain = { id: number; word: string | null; n: number | null; flag: boolean | null };
/** A truth value of SQL: true, false or null. */
type Truth = boolean | null;
type Condition = { text: string; holds: (row: Grain) => Truth };
type Order = { column: keyof Grain; ascending: boolean; nullsFirst: boolean };

const WORDS = ['apple', 'Apple', 'pear', 'plum', '', 'a,b', '(x)', 'quo"te', 'back\\slash', 'äpfel', null];
const GRAINS: Grain[] = Array.from({ length: 120 }, (_, i) => ({
  id: i + 1,
  word: WORDS[(i * 7) % WORDS.length] ?? null,
  n: i % 9 === 0 ? null : (i * 31) % 13,
  flag: [true, false, null][i % 3] ?? null,
}));

const not = (truth: Truth): Truth => (truth === null ? null : !truth);
const quote = (text: string) => `"${text.replaceAll(/(["\\])/g, '\\$1')}"`;

const word = fc.constantFrom(...WORDS.filter((one) => one !== null));
const number = fc.integer({ min: -1, max: 13 });
const comparison = fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte');

function compare<T extends string | number>(operator: string, left: T | null, right: T): Truth {
  if (left === null) return null;
  const results: Record<string, boolean> = {
    eq: left === right,
    neq: left !== right,
    gt: left > right,
    gte: left >= right,
    lt: left < right,
    lte: left <= right,
  };
  return results[operator] ?? null;
}

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.tuple(comparison, word).map(([op, value]) => ({
    text: `word.${op}.${quote(value)}`,
    holds: (row: Grain) => compare(op, row.word, value),
  })),
  fc
    .tuple(comparison, number)
    .map(([op, value]) => ({ text: `n.${op}.${value}`, holds: (row: Grain) => compare(op, row.n, value) })),
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => ({
    text: `word.in.(${words.map(quote).join()})`,
    holds: (row: Grain) => (row.word === null ? null : words.includes(row.word)),
  })),
  fc.constantFrom('ap', 'p', 'a').map((start) => ({
    text: `word.like.${start}*`,
    holds: (row: Grain) => (row.word === null ? null : row.word.startsWith(start)),
  })),
  fc.constantFrom('word', 'n', 'flag').map((column) => ({
    text: `${column}.is.null`,
    holds: (row: Grain) => row[column as keyof Grain] === null,
  })),
  fc.boolean().map((value) => ({ text: `flag.is.${value}`, holds: (row: Grain) => row.flag === value })),
  number.map((value) => ({ text: `n.isdistinct.${value}`, holds: (row: Grain) => row.n !== value })),
);

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    leaf,
    leaf.map(({ text, holds }) => ({ text: text.replace('.', '.not.'), holds: (row: Grain) => not(holds(row)) })),
    fc.tuple(fc.boolean(), fc.boolean(), fc.array(tie('condition'), { minLength: 1, maxLength: 3 })).map(join),
  ),
}));

function join([isAnd, isNegated, parts]: [boolean, boolean, Condition[]]): Condition {
  const holds = (row: Grain): Truth => {
    const truths = parts.map((part) => part.holds(row));
    if (truths.includes(!isAnd)) return !isAnd;
    return truths.includes(null) ? null : isAnd;
  };
  return {
    text: `${isNegated ? 'not.' : ''}${isAnd ? 'and' : 'or'}(${parts.map(({ text }) => text).join()})`,
    holds: (row) => (isNegated ? not(holds(row)) : holds(row)),
  };
}

const order: fc.Arbitrary<Order> = fc.record({
  column: fc.constantFrom<keyof Grain>('word', 'n', 'flag'),
  ascending: fc.boolean(),
  nullsFirst: fc.boolean(),
});
const columns = fc.subarray<keyof Grain>(['id', 'word', 'n', 'flag'], { minLength: 1 });
const params = fc.record({
  columns,
  conditions: fc.array(condition, { maxLength: 3 }),
  orders: fc.uniqueArray(order, { maxLength: 2, selector: ({ column }) => column }),
  offset: fc.integer({ min: 0, max: 40 }),
  limit: fc.integer({ min: 1, max: 60 }),
});
type Params = typeof params extends fc.Arbitrary<infer T> ? T : never;

/** The expected answer, computed over the copied array. */
function compute({ columns: chosen, conditions, orders, offset, limit }: Params) {
  const all = GRAINS.filter((row) => conditions.every(({ holds }) => holds(row) === true));
  const sorted = all.toSorted((a, b) => {
    for (const { column, ascending, nullsFirst } of orders) {
      const [left, right] = [a[column], b[column]];
      if (left === right) continue;
      if (left === null || right === null) return (left === null) === nullsFirst ? -1 : 1;
      return left < right === ascending ? -1 : 1;
    }
    return a.id - b.id;
  });
  if (offset > all.length) return { status: 416, count: null, rows: null };
  const page = sorted.slice(offset, offset + limit);
  const rows = page.map((row) => Object.fromEntries(chosen.map((name) => [`my_${name}`, row[name]])));
  return { status: rows.length < all.length ? 206 : 200, count: all.length, rows };
}

async function read(service: SupabaseClient, { columns: chosen, conditions, orders, offset, limit }: Params) {
  let query = service.from('grains').select(chosen.map((name) => `my_${name}:${name}`).join(), { count: 'exact' });
  for (const { text } of conditions) query = query.or(text);
  for (const { column, ascending, nullsFirst } of orders) query = query.order(column, { ascending, nullsFirst });
  const { status, count, data } = await query.order('id').range(offset, offset + limit - 1);
  return { status, count, rows: data };
}

export function testRandomReads(rest: () => Rest): void {
  test('generated reads return what JavaScript computes over a copy', async () => {
    await rest().service.from('grains').insert(GRAINS).throwOnError();
    await fc.assert(
      fc.asyncProperty(params, async (asked) => {
        expect(await read(rest().service, asked)).toEqual(compute(asked));
      }),
      { numRuns: 300 },
    );
  });
}
