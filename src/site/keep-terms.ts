import { splitAtTerms } from '#site/ui/unbroken-terms.ts';

/** What stays as it is: the head, text that may hold no elements, islands (which React compares), terms already kept; then tags. */
const MARKUP =
  // redos-disable-next-line -- our own HTML
  /(<(head|script|style|textarea|option|svg|pre)\b[\s\S]*?<\/\2>|<div data-island=[\s\S]*?<script type="application\/json"[^>]*>[\s\S]*?<\/script>|<no-break>[^<]*<\/no-break>|<[^>]*>)/g;

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
