import { expect, test } from 'vitest';
import { alignBlocks, splitBlocks } from './align-blocks.ts';

/** `1=1` is an equal block, `1~2` a changed one, `1-` one that is gone, `+2` a new one. */
function align(before: string[], after: string[]): string {
  return alignBlocks(before, after)
    .map((pair) => {
      if (pair.before === undefined) return `+${pair.after}`;
      if (pair.after === undefined) return `${pair.before}-`;
      return `${pair.before}${before[pair.before] === after[pair.after] ? '=' : '~'}${pair.after}`;
    })
    .join(' ');
}

const RULES = 'The rules of origin decide the rate of duty on import';
const PAPERS = 'Keep the papers of each shipment for eight years';
const AUDIT = 'An audit may ask for them at any time';

test('a block that is added, removed or changed leaves the others where they are', () => {
  expect(align([RULES, PAPERS], [RULES, AUDIT, PAPERS])).toBe('0=0 +1 1=2');
  expect(align([RULES, AUDIT, PAPERS], [RULES, PAPERS])).toBe('0=0 1- 2=1');
  expect(align([RULES, PAPERS], [`${RULES} today`, PAPERS])).toBe('0~0 1=1');
  expect(align([], [RULES])).toBe('+0');
  expect(align([], [])).toBe('');
});

test('a changed block is found among new ones by its words', () => {
  expect(align([RULES, PAPERS], [AUDIT, `${RULES} today`, `${PAPERS} at least`])).toBe('+0 0~1 1~2');
  expect(align([RULES, PAPERS], [`${PAPERS} at least`])).toBe('0- 1~0');
});

test('a block is paired with the single one in its place, even if no word stayed', () => {
  expect(align([RULES, 'one', PAPERS], [RULES, 'two', PAPERS])).toBe('0=0 1~1 2=2');
  expect(align([RULES, 'one', PAPERS], [RULES, 'two', 'three', PAPERS])).toBe('0=0 1- +1 +2 2=3');
});

test('tags are not words', () => {
  expect(align(['<ul><li>a</li><li>b</li></ul>', '<p>c</p>'], ['<ul><li>d</li></ul>'])).toBe('0- 1- +0');
});

test('every block occurs once and in order, whatever the versions are', () => {
  const words = ['a b c', 'a b d', 'e', 'f g', '', 'a c'];
  let seed = 7;
  const random = (max: number) => (seed = (seed * 16_807) % 2_147_483_647) % max;
  for (let round = 0; round < 300; round += 1) {
    const [before, after] = [1, 2].map(() =>
      Array.from({ length: random(8) }, () => words[random(words.length)] ?? ''),
    );
    const pairs = alignBlocks(before ?? [], after ?? []);
    expect(pairs.flatMap((pair) => pair.before ?? [])).toEqual(before?.map((_, at) => at));
    expect(pairs.flatMap((pair) => pair.after ?? [])).toEqual(after?.map((_, at) => at));
  }
});

test('a thousand changed blocks are paired within a second', () => {
  const blocks = (end: string) => Array.from({ length: 1000 }, (_, n) => `${PAPERS} ${n} ${end}`);
  const started = performance.now();
  expect(alignBlocks(blocks('a'), blocks('b')).length).toBeGreaterThanOrEqual(1000);
  expect(performance.now() - started).toBeLessThan(1500);
});

test.each([
  ['<p>a</p>\n<p>b <b>c</b></p>', ['<p>a</p>\n', '<p>b <b>c</b></p>']],
  ['<ul><li>a</li><li>b</li></ul><p>c</p>', ['<ul><li>a</li><li>b</li></ul>', '<p>c</p>']],
  ['<figure><img src="/x.png" alt=""></figure><hr><p>a<br>b</p>', 3],
  ['one\ntwo <b>three</b>\n\n<p>a</p>tail', ['one\n', 'two <b>three</b>\n\n', '<p>a</p>', 'tail']],
  ['<!-- note --><p>a', ['<!-- note -->', '<p>a']],
  ['</p><p>a</p>', 2],
  ['\n<p>a</p>', 2],
  ['', []],
])('the blocks of %j, joined, are the body', (content, expected) => {
  const blocks = splitBlocks(content);
  expect(blocks.join('')).toBe(content);
  expect(typeof expected === 'number' ? blocks.length : blocks).toEqual(expected);
});
