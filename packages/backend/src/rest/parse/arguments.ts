import { parseJson } from '../../http/body.ts';
import { RestError } from '../errors.ts';

/**
 * The body of a call: `json` is the text as the client sent it, so that PostgreSQL reads numbers at full precision. `keys`
 * is null where it is no object: then it can only be the one unnamed parameter of a function.
 */
export type CallPayload = { json: string; keys: readonly string[] | null };

/** Parses the body of a call; an empty one has no arguments. Throws PGRST102, and RequestError `bad_json`. */
export function parseCallBody(contentType: string | undefined, body: string): CallPayload {
  const type = (contentType ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new RestError('InvalidBody', `Content-Type not acceptable: ${type}`);
  if (body.trim() === '') return { json: '{}', keys: [] };
  const value = parseJson(body);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return { json: body, keys: isObject ? Object.keys(value) : null };
}
