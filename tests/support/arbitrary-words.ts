import fc from 'fast-check';
import { z } from 'zod';
import type { FieldWords } from '#contract/words/fields.ts';
import { itemSchema } from '#contract/words/stored-words.ts';
import { boundsOf } from '#site/features/admin/words/drafts.ts';

type Schema = z.core.$ZodType;

export type WordMakers = {
  /** Texts of at most so many characters. */
  text: (max: number) => fc.Arbitrary<string>;
  /** Lists are as long as they may be. */
  isLongest?: boolean;
};

/** Values of the texts that are more than a length, such as addresses and codes. */
const EXAMPLES = [
  '',
  '/storage/v1/object/public/media/a".jpg',
  'https://cdn.example/a.jpg',
  `https://social.example/?a="b'&c=<b>`,
  'office@firm.example',
  `o'brien&co+1@firm.example`,
  'Asia/Kolkata',
  'America/New_York',
  '2026-07-31',
  '2024-02-29',
  'Mo-Sa 10:00-18:30',
  'IN',
  'US',
  'en',
  'hi',
];
/** Lists without a limit have at most so many items. */
const MANY = 6;

const phone = fc
  .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1_000_000, max: 99_999_999 }))
  .map(([country, number]) => ({ display: `+${country} ${number}`, e164: `+${country}${number}` }));

/** Whether any words fit. */
const isFree = (schema: z.ZodString): boolean => schema.safeParse('<"').success;

/** Values that fit a schema of words. */
export function arbitraryWords(schema: Schema, makers: WordMakers): fc.Arbitrary<unknown> {
  const of = (inner: Schema) => arbitraryWords(inner, makers);
  if (z.globalRegistry.get(schema)?.['input'] === ('phone' satisfies FieldWords['input'])) return phone;
  if (schema instanceof z.ZodNullable) return fc.option(of(schema.def.innerType));
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodBoolean) return makers.isLongest ? fc.constant(true) : fc.boolean();
  if (schema instanceof z.ZodNumber) {
    const range = { min: schema.minValue!, max: schema.maxValue! };
    return schema.isInt ? fc.integer(range) : fc.double({ ...range, noNaN: true });
  }
  if (schema instanceof z.ZodString) {
    const examples = EXAMPLES.filter((text) => schema.safeParse(text).success);
    return isFree(schema) ? makers.text(schema.maxLength!) : fc.constantFrom(...examples);
  }
  if (schema instanceof z.ZodObject) {
    return fc.record(Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, of(field)])));
  }
  const item = itemSchema(schema);
  if (!item) throw new Error(`No arbitrary value for ${schema.constructor.name}.`);
  const { least, most } = boundsOf(schema);
  const maxLength = Number.isFinite(most) ? most : MANY;
  const items = fc.array(of(item), { minLength: makers.isLongest ? maxLength : least, maxLength });
  const id = item instanceof z.ZodObject && (item.shape['id'] as Schema | undefined);
  return id ? items.chain((list) => withDifferentIds(id, list)) : items;
}

function withDifferentIds(id: Schema, items: readonly unknown[]): fc.Arbitrary<unknown> {
  const all = id instanceof z.ZodEnum ? id.options : items.map((_, index) => `p-${index}`);
  const ids = fc.shuffledSubarray(all, { minLength: items.length, maxLength: items.length });
  return ids.map((chosen) => items.map((item, index) => ({ ...(item as object), id: chosen[index] })));
}

/** All texts of the words of a page that its visitors read. */
export function textsIn(schema: Schema, value: unknown): string[] {
  if (schema instanceof z.ZodString) return isFree(schema) ? [value as string] : [];
  const item = itemSchema(schema);
  if (item) return (value as unknown[]).flatMap((one) => textsIn(item, one));
  if (!(schema instanceof z.ZodObject)) return [];
  const { metaTitle: _, metaDescription: __, ...shape } = schema.shape;
  return Object.entries(shape).flatMap(([name, field]) => textsIn(field, (value as Record<string, unknown>)[name]));
}
