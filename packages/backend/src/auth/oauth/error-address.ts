import { OAuthError } from '../errors.ts';
import { toAuthError } from '../render-error.ts';

/** Errors of a visitor that are no error of the application (GoTrue's getErrorQueryString). */
const DENIED = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification']);

/**
 * The address with the error, in GoTrue's parameters: in the query, which clients with PKCE read, and in the fragment,
 * which others read.
 */
export function withError(address: string, error: unknown): string {
  const params = paramsOf(error);
  const url = new URL(address);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  url.hash = new URLSearchParams({ ...params, sb: '' }).toString();
  return url.href;
}

function paramsOf(error: unknown): Record<string, string> {
  if (error instanceof OAuthError) return { error: error.error, error_description: error.message };
  const { status, code, message } = toAuthError(error);
  return { error: nameOf(status, code), error_code: code, error_description: message };
}

function nameOf(status: number, code: string): string {
  if (code === 'unexpected_failure') return 'server_error';
  return DENIED.has(code) || status === 403 ? 'access_denied' : 'invalid_request';
}
