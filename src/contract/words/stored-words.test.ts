import { expect, test } from 'vitest';
import { serviceSchemas } from './services.ts';
import { z } from 'zod';
import { differingWords, isSame, readWords } from './stored-words.ts';

const text = z.string().trim().min(1).max(20);
const schema = z.object({
  name: text,
  phone: z.object({ display: text, e164: text }).refine(({ display, e164 }) => display.replaceAll(' ', '') === e164),
  tags: z.array(text).min(1).max(3),
  people: z.array(z.object({ id: text, name: text, note: text })),
});
const BUILT_IN: z.infer<typeof schema> = {
  name: 'Sample',
  phone: { display: '+91 1', e164: '+911' },
  tags: ['a'],
  people: [
    { id: 'asha', name: 'Asha', note: 'One' },
    { id: 'ravi', name: 'Ravi', note: 'Two' },
  ],
};
const read = (stored: unknown) => readWords(schema, BUILT_IN, stored);

test('without stored words the built-in ones are in force', () => {
  for (const stored of [{}, null, 'text', [], undefined]) {
    expect(read(stored)).toEqual({ words: BUILT_IN, misfits: [] });
  }
});

test('stored words replace the built-in ones, and everything else stays', () => {
  expect(read({ name: ' Rao & Co ', tags: ['b', 'c'] })).toEqual({
    words: { ...BUILT_IN, name: 'Rao & Co', tags: ['b', 'c'] },
    misfits: [],
  });
  expect(read({ phone: { display: '+9 11' } }).words.phone).toEqual({ display: '+9 11', e164: '+911' });
});

test('what does not fit is replaced field by field, and named', () => {
  const { words, misfits } = read({ name: 'x'.repeat(21), tags: ['b'], old: 1 });
  expect(words).toEqual({ ...BUILT_IN, tags: ['b'] });
  expect(misfits.toSorted()).toEqual(['name', 'old']);
  expect(read({ phone: { display: '+9 99' } })).toEqual({ words: BUILT_IN, misfits: ['phone'] });
});

test('an item of a list that does not fit takes what it lacks from the built-in one of its id; others are left out', () => {
  const { words, misfits } = read({
    people: [{ id: 'ravi', name: 'Ravi Rao', note: 7 }, { id: 'meera', name: 'Meera' }, BUILT_IN.people[0]],
    tags: ['b', 1],
  });
  expect(words.people).toEqual([{ id: 'ravi', name: 'Ravi Rao', note: 'Two' }, BUILT_IN.people[0]]);
  expect(words.tags).toEqual(['b']);
  expect(misfits.toSorted()).toEqual(['people.0.note', 'people.1', 'tags.1']);
  expect(read({ people: [null, 'asha'], tags: [null, 'b'] }).words).toEqual({ ...BUILT_IN, people: [], tags: ['b'] });
});

test('a list that has too few or too many items is replaced whole', () => {
  for (const tags of [[], [1], ['a', 'b', 'c', 'd']]) {
    expect(read({ tags }).words.tags).toEqual(['a']);
    expect(read({ tags }).misfits).toContain('tags');
  }
});

test('names of the language itself are no fields', () => {
  const stored = JSON.parse('{"__proto__": {"name": "x"}, "constructor": 1, "toString": 2}') as unknown;
  expect(read(stored).words).toEqual(BUILT_IN);
});

test('only what differs is stored, and read again it is the same', () => {
  const words = { ...BUILT_IN, phone: { display: '+ 911', e164: '+911' }, tags: ['b'] };
  const stored = differingWords(BUILT_IN, words);
  expect(stored).toEqual({ phone: { display: '+ 911' }, tags: ['b'] });
  expect(read(stored)).toEqual({ words, misfits: [] });
  expect(differingWords(BUILT_IN, structuredClone(BUILT_IN))).toEqual({});
});

test('values are the same whatever the order of their fields', () => {
  expect(isSame({ a: 1, b: [{ c: 2, d: null }] }, { b: [{ d: null, c: 2 }], a: 1 })).toBe(true);
  expect(isSame({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(isSame([1], { 0: 1 })).toBe(false);
});

test('a day on which the law was checked exists, and is not in the future', () => {
  const { lawAsOf } = serviceSchemas['customs-compliance']().shape;
  const days = ['2026-02-28', '2026-02-31', '2999-01-01', '28/2/2026', ''];
  expect(days.map((day) => lawAsOf.safeParse(day).success)).toEqual([true, false, false, false, false]);
});
