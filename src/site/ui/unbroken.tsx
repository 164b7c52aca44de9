import { createElement, Fragment, type ReactNode } from 'react';

/** Hyphenated words up to this length fit beside others on a small screen. */
const MAX_KEPT_LENGTH = 14;

/**
 * In this order: "Form 15CA", "Form FC-GPR", "Section 195", "No. 2"; "Rs 5 crore", "USD 10,000"; "24 hours", "3–5 years";
 * "+91 22 5550 0100"; "FC-GPR", "e-mail".
 */
const TERM =
  // redos-disable-next-line -- linear by the lookbehinds, which the check ignores; its test has long hostile texts
  /(\b(?:Form|Sections?|Rules?|Articles?|Chapter|Schedule|Sector|No\.) (?:\d+[A-Z]*|[A-Z]{1,4}-[A-Z\d]{1,4})\b|(?:\b(?:Rs\.?|INR|USD|EUR|GBP|AED)|[₹$€£]) ?\d[\d,.]*(?: (?:lakh|crore|million)\b)?|(?<![\d,.])\b\d[\d,.]*(?:–\d[\d,.]*)?\+? (?:hours?|days?|weeks?|months?|years?|minutes?|km|kB|MB|lakh|crore|million|per cent)\b|\+\d{1,3}(?: \d{2,5}){1,4}|(?<![\p{L}\d])[\p{L}\d]+(?:-[\p{L}\d]+)+)/u;

/** Parts of a text in their order; a kept part is a term that stands on one line. */
export function splitAtTerms(text: string): { text: string; isKept: boolean }[] {
  return text.split(TERM).map((part, index) => {
    const isTerm = index % 2 === 1;
    return { text: part, isKept: isTerm && (part.includes(' ') || part.length <= MAX_KEPT_LENGTH) };
  });
}

/**
 * Text whose terms ("FC-GPR", "24 hours") do not break, for what React renders in the browser as well. In all other HTML
 * `keepTerms` keeps them together.
 */
export function Unbroken({ text }: { text: string }): ReactNode {
  const parts = splitAtTerms(text).map((part) => (part.isKept ? keep(part.text) : part.text));
  return createElement(Fragment, null, ...parts);
}

const keep = (term: string) => createElement('no-break', null, term);

/** What stays as it is: the head, text that may hold no elements, islands (which React compares), terms already kept; then tags. */
const MARKUP =
  // redos-disable-next-line -- our own HTML
  /(<(head|script|style|textarea|option|svg|pre)\b[\s\S]*?<\/\2>|<div id="island-[\s\S]*?<script type="application\/json"[^>]*>[\s\S]*?<\/script>|<no-break>[^<]*<\/no-break>|<[^>]*>)/g;

/**
 * The HTML of a page that React does not run in the browser, with terms such as "FC-GPR" and "24 hours" in elements that
 * do not break. No stylesheet has rules for their tag name but utilities.css. The text stays the same.
 */
export function keepTerms(html: string): string {
  let kept = '';
  let from = 0;
  for (const { 0: markup, index } of html.matchAll(MARKUP)) {
    kept += wrapTerms(html.slice(from, index)) + markup;
    from = index + markup.length;
  }
  return kept + wrapTerms(html.slice(from));
}

function wrapTerms(text: string): string {
  // Most texts have no digit and no hyphen.
  if (!/[-\d]/.test(text)) return text;
  return splitAtTerms(text)
    .map((part) => (part.isKept ? `<no-break>${part.text}</no-break>` : part.text))
    .join('');
}
