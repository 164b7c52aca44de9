import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeBodies } from './merge-posts.ts';

const ONE = '<p>The rules of origin decide the rate of duty.</p>';
const TWO = '<p>Keep the papers of each shipment for eight years.</p>';
const NEW = '<h2>Before the first audit</h2>';

const merge = (ancestor: string, mine: string, theirs: string, prefersMine = false) =>
  mergeBodies({ ancestor, mine, theirs, prefersMine });

test('changes in different paragraphs are merged, also in adjacent ones and at both ends', () => {
  const [mine, theirs] = [ONE.replace('duty', 'import duty'), TWO.replace('eight', 'ten')];
  expect(merge(ONE + TWO, mine + TWO, ONE + theirs)).toBe(mine + theirs);
  expect(merge(`${ONE}\n${TWO}`, `${mine}\n${TWO}`, `${ONE}\n${TWO}\n${NEW}`)).toBe(`${mine}\n${TWO}\n${NEW}`);
  expect(merge(ONE, mine, ONE + TWO)).toBe(mine + TWO);
  expect(merge(ONE, TWO + ONE, ONE + NEW)).toBe(TWO + ONE + NEW);
});

test('different changes of one paragraph cannot be merged, unless mine is preferred', () => {
  const [mine, theirs] = [ONE.replace('duty', 'import duty'), ONE.replace('duty', 'tax')];
  expect(merge(ONE + TWO, mine + TWO, theirs + TWO)).toBeNull();
  expect(merge(ONE + TWO, mine + TWO, theirs + TWO.replace('eight', 'ten'), true)).toBe(
    mine + TWO.replace('eight', 'ten'),
  );
  expect(merge(ONE, mine, mine)).toBe(mine);
});

test('a paragraph that one removed and the other changed cannot be merged', () => {
  expect(merge(ONE + TWO, TWO, ONE.replace('duty', 'tax') + TWO)).toBeNull();
  expect(merge(ONE + TWO, TWO, ONE + TWO)).toBe(TWO);
});

test('new paragraphs of both in one place are both kept; the same one once; two similar ones are a question', () => {
  expect(merge(ONE, ONE + NEW, ONE + TWO)).toBe(ONE + TWO + NEW);
  expect(merge(ONE, ONE + NEW, ONE + NEW)).toBe(ONE + NEW);
  expect(merge(ONE, ONE + TWO, ONE + TWO.replace('eight', 'ten'))).toBeNull();
});

test('items of one list, and rows of one table, are merged like paragraphs', () => {
  const list = (...items: string[]) => `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;
  expect(merge(list('one', 'two', 'three'), list('one a', 'two', 'three'), list('one', 'two', 'three', 'four'))).toBe(
    list('one a', 'two', 'three', 'four'),
  );
  expect(merge(list('one', 'two'), list('one a', 'two'), list('one b', 'two'))).toBeNull();
});

test('loose text has lines', () => {
  expect(merge('one\ntwo\n', 'one a\ntwo\n', 'one\ntwo b\n')).toBe('one a\ntwo b\n');
  expect(merge('one', 'one a', 'one b')).toBeNull();
});

test('what theirs has of an earlier save of mine is not a change of theirs', () => {
  const [one, two] = [ONE.replace('duty', 'import duty'), ONE.replace('duty', 'import duty in India')];
  const theirs = one + TWO.replace('eight', 'ten');
  const versions = { ancestor: ONE + TWO, mine: two + TWO, theirs, prefersMine: false };
  expect(mergeBodies(versions)).toBeNull();
  const mine = (body: string) => ({ mine: [body], theirs: [] });
  expect(mergeBodies({ ...versions, earlier: mine(one + TWO) })).toBe(two + TWO.replace('eight', 'ten'));
  const added = { ancestor: ONE, mine: ONE + TWO.replace('eight', 'ten'), theirs: ONE + TWO + NEW, prefersMine: false };
  expect(mergeBodies({ ...added, earlier: mine(ONE + TWO) })).toBe(ONE + TWO.replace('eight', 'ten') + NEW);
});

test('what mine has of an earlier version of theirs is not a change of mine', () => {
  const [one, two] = [TWO.replace('eight', 'nine'), TWO.replace('eight', 'ten')];
  const versions = { ancestor: ONE + TWO, mine: NEW + ONE + one, theirs: ONE + two, prefersMine: false };
  expect(mergeBodies(versions)).toBeNull();
  expect(mergeBodies({ ...versions, earlier: { mine: [], theirs: [ONE + one] } })).toBe(NEW + ONE + two);
});

const BODY = fc.array(fc.constantFrom(ONE, TWO, NEW, 'loose\n', '<ul><li>a</li><li>b</li></ul>', '<p>x</p>\n'), {
  maxLength: 6,
});

test('a version that only one of them changed is taken to the character, and no block of either is lost', () => {
  fc.assert(
    fc.property(BODY, BODY, BODY, (one, other, third) => {
      const [ancestor, mine, theirs] = [one.join(''), other.join(''), third.join('')];
      expect(merge(ancestor, ancestor, theirs)).toBe(theirs);
      expect(merge(ancestor, mine, ancestor)).toBe(mine);
      expect(merge(ancestor, mine, mine)).toBe(mine);
      const added = [...other, ...third].filter((block) => !one.includes(block)).map((block) => block.trim());
      for (const earlier of [undefined, { mine: [mine], theirs: [theirs] }]) {
        const merged = mergeBodies({ ancestor, mine, theirs, prefersMine: false, ...(earlier && { earlier }) });
        expect(merged === null ? [] : added.filter((block) => !merged.includes(block))).toEqual([]);
      }
    }),
    { numRuns: 2000 },
  );
});
