import type { Context } from 'hono';
import type { z } from 'zod';
import { parseJson, readJson, readText } from '../http/body.ts';
import { AuthError } from './errors.ts';

/**
 * Reads and validates the JSON body. Throws RequestError `bad_json` or `body_too_large`, and AuthError
 * `validation_failed` naming the first invalid field.
 */
export async function readAuthBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  return checkBody(await readJson(c), schema);
}

/** The same; a missing body counts as an empty object. */
export async function readOptionalBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const text = await readText(c);
  return checkBody(text.trim() === '' ? {} : parseJson(text), schema);
}

function checkBody<T>(body: unknown, schema: z.ZodType<T>): T {
  if (hasUnstorableText(body)) {
    throw new AuthError('validation_failed', 'Text must be valid Unicode without NUL characters');
  }
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  const issue = error.issues[0];
  const where = issue?.path.length ? `${issue.path.join('.')}: ` : 'Request body: ';
  throw new AuthError('validation_failed', `${where}${issue?.message ?? 'invalid'}`);
}

/** PostgreSQL's text holds neither NUL nor lone surrogates. `parseJson` limits the depth of the value. */
function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => hasUnstorableText(name) || hasUnstorableText(inner));
}
