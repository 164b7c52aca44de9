import { expect, test } from 'vitest';
import { type CopyPlace, dropCopy, keepCopy, listCopies, readCopy } from './local-copy.ts';

const BLANK = { title: '', rating: 5 };
const NOW = new Date('2026-11-21T08:30:00Z');
const newPost: CopyPlace = { userId: 'u1', kind: 'post', itemId: undefined };

/** The part of Web Storage that is used, with its entries as own properties, as in a browser. */
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

test('what was typed comes back with its time', () => {
  const storage = emptyStorage();
  keepCopy(storage, newPost, { title: 'EPCG', rating: 4 }, NOW);
  expect(readCopy(storage, newPost, BLANK)).toEqual({
    values: { title: 'EPCG', rating: 4 },
    savedAt: '2026-11-21T08:30:00.000Z',
  });
});

test('a dropped copy is gone', () => {
  const storage = emptyStorage();
  keepCopy(storage, newPost, BLANK, NOW);
  dropCopy(storage, newPost);
  expect(readCopy(storage, newPost, BLANK)).toBeNull();
});

test("one user is not shown another's copies, nor one kind another's", () => {
  const storage = emptyStorage();
  keepCopy(storage, newPost, BLANK, NOW);
  keepCopy(storage, { ...newPost, itemId: 'p1' }, BLANK, NOW);
  expect(listCopies(storage, 'u1', 'post')).toEqual([undefined, 'p1']);
  expect(listCopies(storage, 'u1', 'category')).toEqual([]);
  expect(listCopies(storage, 'u2', 'post')).toEqual([]);
});

test('a copy made by another version of the form is fitted to this one', () => {
  const storage = emptyStorage();
  keepCopy(storage, newPost, { title: 7, gone: true }, NOW);
  expect(readCopy(storage, newPost, BLANK)?.values).toEqual(BLANK);
});

test('a storage that throws or holds rubbish costs nothing but the copy', () => {
  const storage = emptyStorage();
  storage.setItem('dashboard-copy:u1:post:new', '{rubbish');
  expect(readCopy(storage, newPost, BLANK)).toBeNull();
  const forbidden = {
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  } as unknown as Storage;
  expect(() => keepCopy(forbidden, newPost, BLANK, NOW)).not.toThrow();
});
