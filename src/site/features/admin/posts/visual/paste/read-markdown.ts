import { Marked, type TokenizerAndRendererExtension } from 'marked';

const REFERENCE = /^\[\^([^\]\s]{1,60})\]/;
/** A note, with the indented lines that go on with it. */
const NOTE = /^\[\^([^\]\s]{1,60})\]:[ \t]*([^\n]*(?:\n(?:[ \t]{2,}[^\n]*|[^\S\n]*(?=\n[ \t]{2,}\S)))*)(?:\n|$)/gm;

/** Markdown as HTML. A footnote stands where it belongs, as in the posts; one that nothing refers to stays text. */
export function markdownToHtml(text: string): string {
  const notes = new Map<string, string>();
  const used = new Set<string>();
  const source = text.replaceAll('\r\n', '\n');
  // redos-disable-next-line -- each try reads at most 60 characters
  for (const [, name = ''] of source.replace(NOTE, '').matchAll(/\[\^([^\]\s]{1,60})\]/g)) used.add(name);
  const body = source.replace(NOTE, (whole, name: string, note: string) => {
    if (!used.has(name)) return whole.replace('[^', '\\[^');
    notes.set(name, note.replace(/\s+/g, ' ').trim());
    return '\n';
  });
  return new Marked({ gfm: true, extensions: [footnote(notes)] }).parse(body, { async: false });
}

function footnote(notes: ReadonlyMap<string, string>): TokenizerAndRendererExtension {
  return {
    name: 'footnote',
    level: 'inline',
    start: (source) => source.indexOf('[^'),
    tokenizer(source) {
      const [raw, name = ''] = REFERENCE.exec(source) ?? [];
      const note = notes.get(name);
      // A note that refers to a note has no place for it.
      if (raw === undefined || !note) return undefined;
      return { type: 'footnote', raw, tokens: this.lexer.inlineTokens(note.replace(/\[\^/g, '\\[^'), []) };
    },
    renderer(token) {
      return `<small data-footnote="">${this.parser.parseInline(token.tokens ?? [])}</small>`;
    },
  };
}
