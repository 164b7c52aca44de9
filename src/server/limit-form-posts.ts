import type { Context, MiddlewareHandler } from 'hono';
import { addressKey } from '#backend/http/client-address.ts';
import type { BackendEnv } from '#backend/http/env.ts';
import { RequestError } from '#backend/http/errors.ts';
import type { OpenRateLimit } from '#backend/http/rate-limit.ts';
import { ENQUIRY_MAX_BYTES } from '#contract/limits.ts';

/** The largest body for a page, in bytes. Form encoding writes a byte of an enquiry as up to three (`%XX`). */
export const MAX_FORM_BYTES = 3 * ENQUIRY_MAX_BYTES;
/**
 * POST requests to pages from one address. The mail service allows 20 enquiries in the same time; invalid forms come on
 * top. Counted by each process while the database is away: the form must come back with what was typed.
 */
export const FORM_POSTS_PER_ADDRESS = { points: 60, seconds: 10 * 60, isOptional: true };
/** How much of a rejected body is read and discarded, and for how long, before the response. */
const DISCARD = { bytes: 1024 * 1024, ms: 1000 };

/**
 * Limits POST requests to pages before they are handled: 429 with `Retry-After` for too many from one address, 413 for
 * a body longer than MAX_FORM_BYTES, with or without Content-Length.
 */
export function limitFormPosts(openRateLimit: OpenRateLimit): MiddlewareHandler<BackendEnv> {
  const posts = openRateLimit('site/post', FORM_POSTS_PER_ADDRESS);
  return async (c, next) => {
    const { method } = c.req;
    if (method === 'GET' || method === 'HEAD') return next();
    try {
      await posts.take(addressKey(c.env.clientAddress));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      await discardBody(c.req.raw.body?.getReader());
      return c.text(error.message, error.status, { 'Retry-After': String(error.retryAfter ?? 1) });
    }
    return (await rejectBody(c)) ?? next();
  };
}

/** Reads the body into memory for the next handlers. Returns the error response when it is too long or incomplete. */
async function rejectBody(c: Context): Promise<Response | null> {
  const reader = c.req.raw.body?.getReader();
  if (!reader) return null;
  let size = 0;
  const chunks: Uint8Array[] = [];
  const declared = Number(c.req.header('Content-Length') ?? 0);
  while (Math.max(size, declared) <= MAX_FORM_BYTES) {
    const part = await reader.read().catch(() => null);
    if (!part) return c.text('The body broke off', 400);
    if (part.done) {
      c.req.raw = new Request(c.req.raw, { method: c.req.method, body: Buffer.concat(chunks) });
      return null;
    }
    chunks.push(part.value);
    size += part.value.length;
  }
  await discardBody(reader);
  return c.text('The body is longer than 150 kB', 413);
}

/**
 * Reads on for a moment: closing a connection with unread data resets it, and the client loses the response (RFC 9112
 * §9.6).
 */
async function discardBody(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  if (!reader) return;
  const timeUp = new Promise<null>((resolve) => setTimeout(() => resolve(null), DISCARD.ms).unref());
  for (let size = 0; size < DISCARD.bytes;) {
    const part = await Promise.race([reader.read(), timeUp]).catch(() => null);
    if (!part || part.done) return;
    size += part.value.length;
  }
}
