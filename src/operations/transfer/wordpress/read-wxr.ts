import { createReadStream } from 'node:fs';
import { Parser } from 'htmlparser2';
import { ConfigurationError } from '#backend/configuration-error.ts';

/** A part of a WordPress export (WXR): the texts of the elements inside it, by their names. */
export type WxrPart = {
  name: 'item' | 'wp:category' | 'wp:author' | 'channel';
  fields: Map<string, string>;
  /** Of an item: `<category domain="…" nicename="…">`. */
  terms: { domain: string; slug: string; name: string }[];
  /** Of an item: `<wp:postmeta>`. */
  meta: Map<string, string>;
  comments: number;
};

/** Elements of WXR are nested five deep. */
const MAX_DEPTH = 12;
/** Characters of one element. */
const MAX_TEXT = 8 * 1024 * 1024;
/** Characters of one item. */
const MAX_PART = 32 * 1024 * 1024;
const NOT_WXR = 'is no export of WordPress (WXR)';
const PARTS: ReadonlySet<string> = new Set(['item', 'wp:category', 'wp:author']);

/**
 * Reads a WordPress export part by part, so that a file may be larger than the memory; `channel`, with the texts of the
 * file itself, comes last. Entities of a document type are not expanded: a file with one is rejected. Throws a
 * ConfigurationError for a file that is no such export, is cut off, or holds more than any export does.
 */
export async function* readWxr(file: string): AsyncGenerator<WxrPart> {
  const ready: WxrPart[] = [];
  const parser = createWxrParser(file, (part) => ready.push(part));
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    parser.write(chunk);
    yield* ready.splice(0);
  }
  parser.end();
  yield* ready.splice(0);
}

function createWxrParser(file: string, emit: (part: WxrPart) => void): Parser {
  const open: string[] = [];
  const channel = newPart('channel');
  let part: WxrPart | null = null;
  let text = '';
  let term = { domain: '', slug: '' };
  let metaKey = '';
  let isRead = false;
  let size = 0;
  const fail = (why: string): never => {
    throw new ConfigurationError(`${file} ${why}. Nothing was imported.`);
  };
  return new Parser(
    {
      onprocessinginstruction: (name, data) => {
        if (name.startsWith('!')) fail('declares a document type, which no export of WordPress does');
        const encoding = / encoding=["']([\w-]+)/i.exec(data)?.[1];
        if (encoding && !/^utf-?8$/i.test(encoding)) fail(`is encoded as ${encoding} and not as UTF-8`);
      },
      onopentag: (name, attributes) => {
        open.push(name);
        text = '';
        if (open.length === 1 && name !== 'rss') fail(NOT_WXR);
        if (open.length > MAX_DEPTH) fail('has elements nested deeper than any export of WordPress');
        if (open.length === 3) size = 0;
        if (open.length === 3 && PARTS.has(name)) part = newPart(name as WxrPart['name']);
        if (name === 'category') term = { domain: attributes['domain'] ?? '', slug: attributes['nicename'] ?? '' };
        if (name === 'wp:comment' && part) part.comments += 1;
      },
      ontext: (piece) => {
        text += piece;
        if (text.length > MAX_TEXT) fail(`has more than ${MAX_TEXT} characters in <${open.at(-1)}>`);
      },
      onclosetag: (name, isImplied) => {
        if (isImplied) fail('is cut off: its last elements are not closed');
        size += text.length;
        if (size > MAX_PART) fail(`has more than ${MAX_PART} characters in one item`);
        open.pop();
        if (!part && open.length === 2) setOnce(channel.fields, name, text);
        if (part && open.length === 3 && name === 'category') part.terms.push({ ...term, name: text });
        else if (part && open.length === 3) setOnce(part.fields, name, text);
        if (name === 'wp:meta_key') metaKey = text;
        if (name === 'wp:meta_value' && part && open.at(-1) === 'wp:postmeta') setOnce(part.meta, metaKey, text);
        if (part && open.length === 2) {
          emit(part);
          part = null;
        }
        if (open.length === 0) {
          if (!channel.fields.has('wp:wxr_version')) fail(NOT_WXR);
          isRead = true;
          emit(channel);
        }
        text = '';
      },
      onend: () => {
        if (!isRead) fail(NOT_WXR);
      },
    },
    { xmlMode: true },
  );
}

function newPart(name: WxrPart['name']): WxrPart {
  return { name, fields: new Map(), terms: [], meta: new Map(), comments: 0 };
}

function setOnce(fields: Map<string, string>, name: string, text: string): void {
  if (!fields.has(name)) fields.set(name, text.replaceAll('\0', ''));
}
