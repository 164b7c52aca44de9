import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** A complete answer in memory. Its compressed forms and its headers are each made once. */
export type MemoryAnswer = {
  status: number;
  /** Bytes in memory at most, with all forms. */
  size: number;
  /** The form for a request with this Accept-Encoding header. */
  formFor: (acceptEncoding: string | undefined) => AnswerForm;
};

/** One representation of an answer. Headers are flat lists of names and values, as `writeHead` takes them. */
type AnswerForm = {
  etag: string;
  bytes: Buffer<ArrayBuffer>;
  headers: string[];
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
    size: identity.length * (options.compressed ? 2 : 1) + OVERHEAD_BYTES,
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

/** The content codings that answers are made in. */
type Encoding = 'br' | 'gzip' | 'identity';

/** In the order of preference among codings that the client accepts equally. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];
/** Visitors send a few values only; more than these are not remembered. */
const MAX_REMEMBERED = 100;
const MAX_REMEMBERED_LENGTH = 100;
const remembered = new Map<string, Encoding>();

/**
 * The coding of an answer to a request with this Accept-Encoding header (RFC 9110 §12.5.3): the one with the highest
 * q-value. `identity` is used when nothing else is acceptable, whatever its own q-value is.
 */
export function chooseEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity';
  const known = remembered.get(header);
  if (known) return known;
  const encoding = readEncoding(header);
  if (header.length <= MAX_REMEMBERED_LENGTH && remembered.size < MAX_REMEMBERED) remembered.set(header, encoding);
  return encoding;
}

function readEncoding(header: string): Encoding {
  const weights = new Map(header.toLowerCase().split(',').map(readWeight));
  const others = weights.get('*') ?? 0;
  // Without a q-value of its own, identity is acceptable but the last choice.
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? (encoding === 'identity' ? 0 : others);
  const best = Math.max(...ENCODINGS.map(weightOf));
  return best > 0 ? ENCODINGS.find((encoding) => weightOf(encoding) === best)! : 'identity';
}

/** One item, e.g. `gzip;q=0.5`. An invalid q-value counts as 0. */
function readWeight(item: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [coding === 'x-gzip' ? 'gzip' : coding, weight === undefined ? 1 : Number(weight) || 0];
}

/** Below this size compression saves nothing worth its time. */
const MIN_COMPRESSED_BYTES = 512;
/** Pages are compressed again after every change of content, so faster than built files (react-router.config.ts). */
const BROTLI_QUALITY = 5;

/** The compressed forms of a text that is made at run time, each made at its first use. */
export function compressOnUse(identity: Buffer<ArrayBuffer>): NonNullable<AnswerOptions['compressed']> {
  if (identity.length <= MIN_COMPRESSED_BYTES) return {};
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return { br: () => copy(brotliCompressSync(identity, { params })), gzip: () => copy(gzipSync(identity)) };
}

/** zlib returns a view of a larger buffer, which would stay in memory. */
function copy(bytes: Buffer): Buffer<ArrayBuffer> {
  return Buffer.from(Uint8Array.from(bytes).buffer);
}
