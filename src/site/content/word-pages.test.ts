import { expect, test } from 'vitest';
import { readWords } from '#contract/words/stored-words.ts';
import { WORD_PAGES } from './word-pages.ts';

test.each(Object.entries(WORD_PAGES))('the built-in words of %s fit their schema', (_, { schema, builtIn }) => {
  expect(schema.parse(builtIn)).toEqual(builtIn);
  expect(readWords(schema, builtIn, builtIn).misfits).toEqual([]);
});
