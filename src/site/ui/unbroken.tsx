import { createElement, Fragment, type ReactNode } from 'react';

const LONGEST_KEPT = 14;
// redos-disable-next-line -- our own headings
const HYPHENATED = /(\S*-\S*)/;

/** A heading whose hyphenated words ("cross-border", "FC-GPR") stay on one line, as long as they fit a small screen. */
export function Unbroken({ text }: { text: string }): ReactNode {
  const parts = text
    .split(HYPHENATED)
    .map((part) => (part.includes('-') && part.length <= LONGEST_KEPT ? keep(part) : part));
  return createElement(Fragment, null, ...parts);
}

const keep = (word: string) => <span className="nowrap">{word}</span>;
