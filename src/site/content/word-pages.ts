import { firmSchema } from '#contract/words/firm.ts';
import { serviceSchema } from '#contract/words/service.ts';
import type { WordPage } from '#contract/words/stored-words.ts';
import { builtInFirmWords } from './built-in-words.ts';
import { builtInOf } from './current-words.ts';
import { servicePages } from './services/service-pages.ts';
import { wordsNameOf } from './services/page-content.ts';

/** By the name of their row in `site_words`. */
export const WORD_PAGES: Readonly<Record<string, WordPage>> = {
  firm: { schema: firmSchema, builtIn: builtInFirmWords },
  ...Object.fromEntries(
    servicePages.map((page) => [
      wordsNameOf(page),
      { schema: serviceSchema, builtIn: serviceSchema.parse(builtInOf(page)) },
    ]),
  ),
};
