/** The words of footnotes on the page. */
export type FootnoteWords = { list: string; reference: (n: number) => string; back: (n: number) => string };

// redos-disable-next-line -- the sanitiser has closed every tag
const TAG = /<(\/?)(small|a)\b([^>]*)>/g;

/** The ids of the n-th footnote and of its place in the text. */
const noteId = (n: number): string => `fn${n}`;
const referenceId = (n: number): string => `fnref${n}`;

/**
 * The content holds a footnote where it belongs, as `<small data-footnote>`. On the page a number stands there, which
 * leads to the note at the end and back. Notes are numbered by their order. `html` is sanitised.
 */
export function moveFootnotes(html: string, words: FootnoteWords): { html: string; ids: string[] } {
  const notes: string[] = [];
  /** For each open small, whether it is the footnote that is read. */
  const open: boolean[] = [];
  let written = '';
  let note: string | null = null;
  let from = 0;
  let links = 0;
  /** References wait for the end of a link, which cannot hold another link. */
  let waiting = '';
  const add = (text: string): void => {
    if (note === null) written += text;
    else note += text;
  };
  for (const { 0: tag, 1: slash, 2: name, 3: attributes = '', index } of html.matchAll(TAG)) {
    add(html.slice(from, index));
    from = index + tag.length;
    if (name === 'a') {
      // A note of a linked text has no links.
      if (note === null || links === 0) add(tag);
      if (note === null) links += slash ? -1 : 1;
      if (links === 0 && note === null) {
        written += waiting;
        waiting = '';
      }
    } else if (!slash && note === null && attributes.includes(' data-footnote')) {
      open.push(true);
      note = '';
    } else if (!slash) {
      open.push(false);
      add('<small>');
    } else if (open.pop()) {
      // redos-disable-next-line -- the sanitiser has closed every tag
      if (note?.replace(/<[^<>]*>/g, '').trim()) {
        notes.push(note);
        const reference = writeReference(notes.length, words);
        if (links > 0) waiting += reference;
        else written += reference;
      }
      note = null;
    } else add('</small>');
  }
  written += html.slice(from);
  if (notes.length === 0) return { html: written, ids: [] };
  const numbers = notes.map((_, at) => at + 1);
  return { html: written + writeList(notes, words), ids: numbers.flatMap((n) => [noteId(n), referenceId(n)]) };
}

function writeReference(n: number, words: FootnoteWords): string {
  const label = words.reference(n);
  return `<sup class="footnote-reference"><a id="${referenceId(n)}" href="#${noteId(n)}" role="doc-noteref" aria-label="${label}">${n}</a></sup>`;
}

function writeList(notes: readonly string[], words: FootnoteWords): string {
  const items = notes.map((note, at) => {
    const n = at + 1;
    const back = `<a href="#${referenceId(n)}" role="doc-backlink" aria-label="${words.back(n)}">↩</a>`;
    return `<li id="${noteId(n)}">${note.trim()} ${back}</li>`;
  });
  return `<section class="footnotes" role="doc-endnotes" aria-label="${words.list}"><ol>${items.join('')}</ol></section>`;
}

/** Whether a text is the mark of a footnote: a number, a letter or a sign, perhaps in brackets. */
export function isFootnoteMark(text: string): boolean {
  return /^[[(]?(?:\d{1,4}|[a-z]{1,5}|[*†‡§]{1,3})[\])]?$/i.test(text.trim());
}

/** The HTML without the numbers of its footnotes, for a title. */
export function withoutReferences(html: string): string {
  // redos-disable-next-line -- the sanitiser has closed every tag
  return html.replace(/<sup class="footnote-reference">.*?<\/sup>/g, '');
}
