import { createElement, Fragment, type ReactNode } from 'react';

const LONGEST_KEPT = 14;
// redos-disable-next-line -- our own headings
const HYPHENATED = /(\S*-\S*)/;

/** Text whose hyphenated words ("cross-border", "FC-GPR") do not break, if they are short enough for a small screen. */
export function Unbroken({ text }: { text: string }): ReactNode {
  const parts = text
    .split(HYPHENATED)
    .map((part) => (part.includes('-') && part.length <= LONGEST_KEPT ? keep(part) : part));
  return createElement(Fragment, null, ...parts);
}

const keep = (word: string) => <span className="nowrap">{word}</span>;
