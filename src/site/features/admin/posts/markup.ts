import { editor, type MarkName } from '#site/content/editor.ts';

/** The marks that only change text; pictures have a dialog. */
export type TextMark = Exclude<MarkName, 'image'>;

export type TextSelection = { text: string; start: number; end: number };
/** Replaces `from`–`to` by `insert`, then selects `selectFrom`–`selectTo`. */
export type Edit = { from: number; to: number; insert: string; selectFrom: number; selectTo: number };

const { blanks } = editor.marks;

/** What a button of the toolbar does to the text. A second press removes inline marks and headings. */
export function applyMark(mark: TextMark, selection: TextSelection): Edit {
  if (mark === 'bold') return wrap(selection, 'strong', blanks.bold);
  if (mark === 'italic') return wrap(selection, 'em', blanks.italic);
  if (mark === 'heading') return setHeading(selection, 'h2');
  if (mark === 'subheading') return setHeading(selection, 'h3');
  if (mark === 'link') return insertLink(selection);
  if (mark === 'list') return makeList(selection, 'ul');
  if (mark === 'numbers') return makeList(selection, 'ol');
  return insertTable(selection);
}

function wrap({ text, start, end }: TextSelection, tag: string, blank: string): Edit {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const isWrapped = text.slice(0, start).endsWith(open) && text.slice(end).startsWith(close);
  const inner = text.slice(start, end) || blank;
  if (isWrapped) return replace(start - open.length, end + close.length, '', text.slice(start, end), '');
  return replace(start, end, open, inner, close);
}

/** A heading is a whole line; another level replaces it, the same level removes it. */
function setHeading({ text, start, end }: TextSelection, tag: 'h2' | 'h3'): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const after = text.indexOf('\n', end);
  const to = after === -1 ? text.length : after;
  const line = text.slice(from, to);
  const heading = /^<(h[2-4])>(.*)<\/\1>$/s.exec(line);
  const words = (heading?.[2] ?? line.trim()) || blanks.heading;
  return heading?.[1] === tag ? replace(from, to, '', words, '') : replace(from, to, `<${tag}>`, words, `</${tag}>`);
}

/** Selects the missing part: the URL, or the text where a URL was selected. */
function insertLink({ text, start, end }: TextSelection): Edit {
  const chosen = text.slice(start, end);
  if (/^(https?:\/\/|mailto:|\/)\S+$/.test(chosen))
    return replace(start, end, `<a href="${chosen}">`, blanks.link, '</a>');
  return replace(start, end, '<a href="', 'https://', `">${chosen || blanks.link}</a>`);
}

function makeList({ text, start, end }: TextSelection, tag: 'ul' | 'ol'): Edit {
  const items = text
    .slice(start, end)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const lines = (items.length > 0 ? items.slice(0, -1) : []).map((item) => `<li>${item}</li>\n`);
  const before = `${onOwnLine(text, start)}<${tag}>\n${lines.join('')}<li>`;
  return replace(start, end, before, items.at(-1) ?? blanks.item, `</li>\n</${tag}>`);
}

function insertTable({ text, start, end }: TextSelection): Edit {
  const { column, cell } = blanks;
  const head = `<thead>\n<tr><th scope="col">`;
  const rest =
    `</th><th scope="col">${column} 2</th></tr>\n</thead>\n<tbody>\n` +
    `<tr><td>${cell}</td><td>${cell}</td></tr>\n<tr><td>${cell}</td><td>${cell}</td></tr>\n</tbody>\n</table>`;
  const kept = text.slice(start, end);
  return replace(start, end, `${kept}${onOwnLine(text, end)}<table>\n${head}`, `${column} 1`, rest);
}

/** Replaces the selection by the text, with the caret after it. */
export function insertText({ start, end }: TextSelection, insert: string): Edit {
  return { from: start, to: end, insert, selectFrom: start + insert.length, selectTo: start + insert.length };
}

function onOwnLine(text: string, at: number): string {
  return at === 0 || text[at - 1] === '\n' ? '' : '\n';
}

function replace(from: number, to: number, before: string, chosen: string, after: string): Edit {
  const selectFrom = from + before.length;
  return { from, to, insert: before + chosen + after, selectFrom, selectTo: selectFrom + chosen.length };
}
