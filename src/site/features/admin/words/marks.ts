import { z } from 'zod';
import { itemSchema } from '#contract/words/stored-words.ts';
import { isPhone, mapShape, type Schema } from './drafts.ts';

/*
 * Where a text of a page comes from: each text of the form is rendered with a mark at its end, which is then found in
 * the page. A mark is a number in characters that are not shown and that no stored words contain (`isPrintable`).
 */
const START = '\u2060';
const DIGITS = '\u2061\u2062\u2063\u2064';
const MARK = /\u2060([\u2061-\u2064]+)/g;
/** A mark in an address. */
const ENCODED_MARK = /%E2%81%A0(?:%E2%81%A[1-4])+/gi;

const markOf = (index: number): string =>
  START + Array.from(index.toString(DIGITS.length), (digit) => DIGITS[Number(digit)]).join('');

/** The text without its marks, and the numbers that they stand for. */
export function readMarks(text: string): { text: string; indexes: number[] } {
  const indexes = [...text.matchAll(MARK)].map(([, digits = '']) =>
    Array.from(digits).reduce((sum, digit) => sum * DIGITS.length + DIGITS.indexOf(digit), 0),
  );
  return { text: text.replaceAll(MARK, '').replaceAll(ENCODED_MARK, ''), indexes };
}

/** A text in which anything may be said, and an address; links, numbers and codes refuse both. */
const SHOWN = ['A <b> & é', 'a@b.example'];
const isText = (schema: Schema): boolean =>
  schema instanceof z.ZodString && SHOWN.some((text) => schema.safeParse(text).success);

/** Stands for a text that is still empty, so that its place can be seen. */
const EMPTY = '…';

/** The typed words with a mark in each text. The mark is the index of the path of its field in `paths`. */
export function markWords(schema: z.ZodObject, words: unknown): { words: object; paths: string[] } {
  const paths: string[] = [];
  const mark = (field: Schema, value: unknown, path: string): unknown => {
    const item = itemSchema(field);
    if (item) return (value as readonly unknown[]).map((one, index) => mark(item, one, `${path}.${index}`));
    if (field instanceof z.ZodObject && !isPhone(field)) {
      return mapShape(field, (inner, name) => mark(inner, (value as Record<string, unknown>)[name], `${path}.${name}`));
    }
    const marked = (text: unknown): string =>
      (readMarks(String(text)).text.trim() || EMPTY) + markOf(paths.push(path) - 1);
    if (isPhone(field)) return value && { ...value, display: marked((value as { display: string }).display) };
    return isText(field) ? marked(value) : value;
  };
  const marked = mapShape(schema, (field, name) => mark(field, (words as Record<string, unknown>)[name], name));
  return { words: marked, paths };
}
