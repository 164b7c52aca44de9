import { editor, type MarkName } from '#site/content/editor.ts';

/** Pictures are chosen in a window of their own. */
export type TextMark = Exclude<MarkName, 'image'>;

export type Selection = { text: string; start: number; end: number };
/** Replace `from`–`to` by `insert`, then select what lies between `selectFrom` and `selectTo`. */
export type Edit = { from: number; to: number; insert: string; selectFrom: number; selectTo: number };

const { blanks } = editor.marks;

/** What a button of the toolbar does to the text. Pressing it again takes inline marks and headings away. */
export function applyMark(mark: TextMark, selection: Selection): Edit {
  if (mark === 'bold') return wrap(selection, 'strong', blanks.bold);
  if (mark === 'italic') return wrap(selection, 'em', blanks.italic);
  if (mark === 'heading') return setHeading(selection, 'h2');
  if (mark === 'subheading') return setHeading(selection, 'h3');
  if (mark === 'link') return insertLink(selection);
  if (mark === 'list') return makeList(selection, 'ul');
  if (mark === 'numbers') return makeList(selection, 'ol');
  return insertTable(selection);
}

function wrap({ text, start, end }: Selection, tag: string, blank: string): Edit {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const isWrapped = text.slice(0, start).endsWith(open) && text.slice(end).startsWith(close);
  const inner = text.slice(start, end) || blank;
  if (isWrapped) return replace(start - open.length, end + close.length, '', text.slice(start, end), '');
  return replace(start, end, open, inner, close);
}

/** A heading is its whole line; another level replaces it, the same one takes it away. */
function setHeading({ text, start, end }: Selection, tag: 'h2' | 'h3'): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const after = text.indexOf('\n', end);
  const to = after === -1 ? text.length : after;
  const line = text.slice(from, to);
  const heading = /^<(h[2-4])>(.*)<\/\1>$/s.exec(line);
  const words = (heading?.[2] ?? line.trim()) || blanks.heading;
  return heading?.[1] === tag ? replace(from, to, '', words, '') : replace(from, to, `<${tag}>`, words, `</${tag}>`);
}

/** What is still to be typed is selected: the address, or the words where an address was selected. */
function insertLink({ text, start, end }: Selection): Edit {
  const chosen = text.slice(start, end);
  if (/^(https?:\/\/|mailto:|\/)\S+$/.test(chosen))
    return replace(start, end, `<a href="${chosen}">`, blanks.link, '</a>');
  return replace(start, end, '<a href="', 'https://', `">${chosen || blanks.link}</a>`);
}

function makeList({ text, start, end }: Selection, tag: 'ul' | 'ol'): Edit {
  const items = text
    .slice(start, end)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const lines = (items.length > 0 ? items.slice(0, -1) : []).map((item) => `<li>${item}</li>\n`);
  const before = `${onOwnLine(text, start)}<${tag}>\n${lines.join('')}<li>`;
  return replace(start, end, before, items.at(-1) ?? blanks.item, `</li>\n</${tag}>`);
}

function insertTable({ text, start, end }: Selection): Edit {
  const { column, cell } = blanks;
  const head = `<thead>\n<tr><th scope="col">`;
  const rest =
    `</th><th scope="col">${column} 2</th></tr>\n</thead>\n<tbody>\n` +
    `<tr><td>${cell}</td><td>${cell}</td></tr>\n<tr><td>${cell}</td><td>${cell}</td></tr>\n</tbody>\n</table>`;
  const kept = text.slice(start, end);
  return replace(start, end, `${kept}${onOwnLine(text, end)}<table>\n${head}`, `${column} 1`, rest);
}

/** Text of another origin in place of the selection, with the caret after it. */
export function insertText({ start, end }: Selection, insert: string): Edit {
  return { from: start, to: end, insert, selectFrom: start + insert.length, selectTo: start + insert.length };
}

function onOwnLine(text: string, at: number): string {
  return at === 0 || text[at - 1] === '\n' ? '' : '\n';
}

function replace(from: number, to: number, before: string, chosen: string, after: string): Edit {
  const selectFrom = from + before.length;
  return { from, to, insert: before + chosen + after, selectFrom, selectTo: selectFrom + chosen.length };
}
