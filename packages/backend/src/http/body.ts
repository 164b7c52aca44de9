import type { Context } from 'hono';
import { RequestError } from './errors.ts';

/** GoTrue's limit. PostgREST has none; the site's own requests are far smaller. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** Deeper JSON serves only to exhaust parsers. */
export const MAX_DEPTH = 64;

/**
 * Reads the body as UTF-8 text. Throws RequestError `body_too_large` as soon as the limit is exceeded, `bad_json` for
 * invalid UTF-8.
 */
export async function readText(c: Context, maxBytes = MAX_BODY_BYTES): Promise<string> {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw new RequestError('body_too_large');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new RequestError('body_too_large');
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw new RequestError('bad_json', 'Could not parse request body as JSON: it is not complete UTF-8 text');
  }
}

/** Reads the body as JSON. Throws RequestError `body_too_large`, or `bad_json` with the reason. */
export async function readJson(c: Context, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  return parseJson(await readText(c, maxBytes));
}

/** Parses JSON of a client. Throws RequestError `bad_json` for invalid or too deeply nested JSON. */
export function parseJson(text: string): unknown {
  if (nestingDepth(text) > MAX_DEPTH) {
    throw new RequestError(
      'bad_json',
      `Could not parse request body as JSON: it is nested more than ${MAX_DEPTH} deep`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RequestError('bad_json', `Could not parse request body as JSON: ${(error as Error).message}`);
  }
}

/** Counted before parsing and without recursion, so that deep nesting cannot overflow the stack. */
function nestingDepth(json: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (inString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '{' || sign === '[') deepest = Math.max(deepest, ++depth);
    else if (sign === '}' || sign === ']') depth -= 1;
  }
  return deepest;
}
