import { expect, test, vi } from 'vitest';
import {
  type CopyPlace,
  baseOfCopy,
  dropCopies,
  dropCopy,
  keepCopy,
  listCopies,
  moveCopyToNew,
  newSlot,
  readCopies,
} from './local-copy.ts';

const BLANK = { title: '', rating: 5 };
const NOW = new Date('2026-11-21T08:30:00Z');
const LATER = new Date('2026-11-21T08:31:00Z');
const newPost: CopyPlace = { userId: 'u1', kind: 'post', itemId: undefined };

/** The used part of Web Storage, with entries as own properties, as in a browser. */
function emptyStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, string>, key: string, text: string) {
      this[key] = text;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}

test('a copy is read back with its time', () => {
  const device = { localStorage: emptyStorage() };
  keepCopy(device, newPost, 'a', { values: { title: 'EPCG', rating: 4 }, base: 'v1', newId: 'n1' }, NOW);
  expect(readCopies(device, newPost, BLANK)).toEqual([
    {
      slot: 'a',
      values: { title: 'EPCG', rating: 4 },
      base: 'v1',
      newId: 'n1',
      unanswered: [],
      savedAt: '2026-11-21T08:30:00.000Z',
    },
  ]);
});

test('two windows with the same form have a copy each, the newest first', () => {
  const device = { localStorage: emptyStorage() };
  const [one, other] = [newSlot(), newSlot()];
  keepCopy(device, newPost, one, { values: { ...BLANK, title: 'One' }, base: null }, NOW);
  keepCopy(device, newPost, other, { values: { ...BLANK, title: 'Other' }, base: null }, LATER);
  expect(readCopies(device, newPost, BLANK).map(({ values }) => values.title)).toEqual(['Other', 'One']);
});

test('one copy is deleted alone, or all copies of an item together', () => {
  const device = { localStorage: emptyStorage() };
  keepCopy(device, newPost, 'a', { values: BLANK, base: null }, NOW);
  keepCopy(device, newPost, 'b', { values: BLANK, base: null }, NOW);
  keepCopy(device, { ...newPost, itemId: 'p1' }, 'c', { values: BLANK, base: null }, NOW);
  dropCopy(device, newPost, 'a');
  expect(readCopies(device, newPost, BLANK)).toHaveLength(1);
  dropCopies(device, newPost);
  expect(readCopies(device, newPost, BLANK)).toEqual([]);
  expect(listCopies(device, 'u1', 'post')).toHaveLength(1);
});

test("a user does not see another user's copies, nor copies of another kind", () => {
  const device = { localStorage: emptyStorage() };
  keepCopy(device, newPost, 'a', { values: { ...BLANK, title: ' Typed ' }, base: null }, NOW);
  keepCopy(device, { ...newPost, itemId: 'p1' }, 'b', { values: { name: 'Tax' }, base: null }, LATER);
  expect(listCopies(device, 'u1', 'post')).toEqual([
    { itemId: 'p1', slot: 'b', name: 'Tax', text: '', savedAt: LATER.toISOString() },
    { itemId: undefined, slot: 'a', name: 'Typed', text: '', savedAt: NOW.toISOString() },
  ]);
  expect(listCopies(device, 'u1', 'category')).toEqual([]);
  expect(listCopies(device, 'u2', 'post')).toEqual([]);
});

test('the copy of a deleted item becomes the copy of a new one', () => {
  const device = { localStorage: emptyStorage() };
  keepCopy(device, { ...newPost, itemId: 'p1' }, 'a', { values: { ...BLANK, title: 'Kept' }, base: null }, NOW);
  moveCopyToNew(device, { ...newPost, itemId: 'p1' }, 'a');
  expect(readCopies(device, newPost, BLANK)[0]?.values.title).toBe('Kept');
  expect(listCopies(device, 'u1', 'post')).toHaveLength(1);
});

test('a copy that moves in a full storage is not lost, also where the new one does not fit', () => {
  const place = { ...newPost, itemId: 'p1' };
  for (const roomFor of [1, 0]) {
    const device = { localStorage: emptyStorage() };
    const keys = () => Object.keys(device.localStorage).length;
    keepCopy(device, place, 'a', { values: { ...BLANK, title: 'Kept' }, base: null }, NOW);
    Object.getPrototypeOf(device.localStorage).setItem = function set(
      this: Record<string, string>,
      key: string,
      text: string,
    ) {
      if (keys() >= 1 || (roomFor === 0 && key.includes(':new:'))) throw new Error('QuotaExceededError');
      this[key] = text;
    };
    const reported = vi.spyOn(console, 'warn').mockImplementation(() => {});
    moveCopyToNew(device, place, 'a');
    reported.mockRestore();
    expect(listCopies(device, 'u1', 'post')).toMatchObject([{ itemId: roomFor ? undefined : 'p1', name: 'Kept' }]);
  }
});

test('a copy of an older form gets the fields of this one', () => {
  const device = { localStorage: emptyStorage() };
  keepCopy(device, newPost, 'a', { values: { title: 7, gone: true }, base: null }, NOW);
  expect(readCopies(device, newPost, BLANK)[0]?.values).toEqual(BLANK);
});

test('the copy of an older site has no base, and a copy that moves to a new item has null', () => {
  const device = { localStorage: emptyStorage() };
  const savedAt = NOW.toISOString();
  device.localStorage.setItem('dashboard-copy:u1:post:p1:a', JSON.stringify({ values: BLANK, savedAt }));
  expect(readCopies(device, { ...newPost, itemId: 'p1' }, BLANK)[0]?.base).toBeUndefined();
  moveCopyToNew(device, { ...newPost, itemId: 'p1' }, 'a');
  expect(readCopies(device, newPost, BLANK)[0]?.base).toBeNull();
});

test('a storage that throws or has invalid entries loses only the copy', () => {
  const device = { localStorage: emptyStorage() };
  device.localStorage.setItem('dashboard-copy:u1:post:new:a', '{rubbish');
  expect(readCopies(device, newPost, BLANK)).toEqual([]);
  expect(listCopies(device, 'u1', 'post')).toEqual([]);
  const forbidden = {
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  } as unknown as Storage;
  const blocked = {
    get localStorage(): Storage {
      throw new Error('SecurityError');
    },
  };
  expect(listCopies(blocked, 'u1', 'post')).toEqual([]);
  const reported = vi.spyOn(console, 'warn').mockImplementation(() => {});
  for (const broken of [{ localStorage: forbidden }, blocked])
    expect(keepCopy(broken, newPost, 'a', { values: BLANK, base: null }, NOW)).toBe(false);
  expect(reported).toHaveBeenCalledTimes(2);
  reported.mockRestore();
});

const savedAt = '2026-11-21T08:30:00.000Z';
const before = { base: '2026-11-21T08:29:59.999999+00:00', savedAt: '2026-11-21T08:29:59.999999+00:00' };
const after = { base: '2026-11-21T08:30:00.5+00:00', savedAt: '2026-11-21T08:30:00.5+00:00' };

test('a copy has the base that it was written with', () => {
  expect(baseOfCopy({ base: before.base, savedAt }, after)).toBe(before.base);
  expect(baseOfCopy({ base: null, savedAt }, null)).toBeNull();
});

test('a copy without a base is based on the present version unless the item was saved after it', () => {
  expect(baseOfCopy({ base: undefined, savedAt }, before)).toBe(before.base);
  expect(baseOfCopy({ base: undefined, savedAt }, after)).toBe(savedAt);
});

test('a copy whose base is the values of an older site is based on no present version', () => {
  expect(baseOfCopy({ base: '{"name":"Tax"}', savedAt }, after)).toBe(savedAt);
});
