import { createHash } from 'node:crypto';
import { type Encoding, chooseEncoding } from './accept-encoding.ts';

/** A complete answer in memory. Its compressed forms and its headers are each made once. */
export type MemoryAnswer = {
  status: number;
  /** Bytes in memory at most, with all forms. */
  size: number;
  /** The form for a request with this Accept-Encoding header. */
  formFor: (acceptEncoding: string | undefined) => AnswerForm;
};

/** One representation of an answer. Headers are flat lists of names and values, as `writeHead` takes them. */
export type AnswerForm = {
  etag: string;
  bytes: Buffer<ArrayBuffer>;
  headers: string[];
  /** The headers of a 304. */
  unchangedHeaders: string[];
};

export type AnswerOptions = {
  status?: number;
  headers: Headers;
  /** The compressed forms of the bytes, made at their first use. */
  compressed?: Partial<Record<Encoding, () => Buffer<ArrayBuffer>>>;
};

/** An estimate of what headers and objects take. */
const OVERHEAD_BYTES = 4096;
const HASH_CHARACTERS = 22;

/**
 * Creates an answer from its uncompressed bytes. Each form has a strong ETag of its own, as RFC 9110 §8.8.3 demands of
 * representations with different bytes.
 */
export function createMemoryAnswer(identity: Buffer<ArrayBuffer>, options: AnswerOptions): MemoryAnswer {
  const { status = 200, headers, compressed = {} } = options;
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, HASH_CHARACTERS);
  const forms: Partial<Record<Encoding, AnswerForm>> = {};
  const makeForm = (encoding: Encoding): AnswerForm => {
    const compress = compressed[encoding];
    if (!compress) return createForm(identity, `"${hash}"`, headers);
    const coded = new Headers(headers);
    coded.set('Content-Encoding', encoding);
    return createForm(compress(), `"${hash}-${encoding}"`, coded);
  };
  return {
    status,
    // The compressed forms of a text are together smaller than the text.
    size: identity.length * 2 + OVERHEAD_BYTES,
    formFor: (acceptEncoding) => {
      const encoding = chooseEncoding(acceptEncoding);
      return (forms[encoding] ??= makeForm(encoding));
    },
  };
}

function createForm(bytes: Buffer<ArrayBuffer>, etag: string, given: Headers): AnswerForm {
  const headers = new Headers(given);
  headers.set('ETag', etag);
  headers.append('Vary', 'Accept-Encoding');
  const unchangedHeaders = [...headers].filter(([name]) => name !== 'content-encoding').flat();
  return { etag, bytes, headers: [...[...headers].flat(), 'content-length', String(bytes.length)], unchangedHeaders };
}

/** Adds a header to all forms of an answer. */
export function withHeader(answer: MemoryAnswer, name: string, value: string): MemoryAnswer {
  return {
    ...answer,
    formFor: (acceptEncoding) => {
      const form = answer.formFor(acceptEncoding);
      const { headers, unchangedHeaders } = form;
      return { ...form, headers: [...headers, name, value], unchangedHeaders: [...unchangedHeaders, name, value] };
    },
  };
}
