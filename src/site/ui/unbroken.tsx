import { createElement, Fragment, type ReactNode } from 'react';
import { splitAtTerms } from './unbroken-terms.ts';

/**
 * Text whose terms ("FC-GPR", "24 hours") do not break, for what React renders in the browser as well. In all other HTML
 * keep-terms.ts keeps them together.
 */
export function Unbroken({ text }: { text: string }): ReactNode {
  const parts = splitAtTerms(text).map((part) => (part.isKept ? keep(part.text) : part.text));
  return createElement(Fragment, null, ...parts);
}

const keep = (term: string) => createElement('no-break', null, term);
