import { useState } from 'react';
import { setCurrentWords, wordsInForce } from './content/current-words.ts';
import { InlineScript } from './ui/inline-script.tsx';

const WORDS_ID = 'site-words';

/** The words of the site that differ from the built-in ones, for a page that React renders in the browser. */
export function PageWords() {
  // As the page came: a later save must not write a script.
  const [code] = useState(() => JSON.stringify(wordsInForce()));
  return <InlineScript id={WORDS_ID} type="application/json" code={code} />;
}

/** In the browser, before anything is rendered: puts the words of the page in force. */
export function readPageWords(): void {
  const text = document.getElementById(WORDS_ID)?.textContent ?? '{}';
  for (const [page, words] of Object.entries(JSON.parse(text) as Record<string, object>)) setCurrentWords(page, words);
}
