import type { RequestError, RequestErrorKind } from '../http/errors.ts';
import { RestError } from './errors.ts';

const CODES: Readonly<Record<RequestErrorKind, string>> = {
  missing_api_key: 'PGRST302',
  invalid_api_key: 'PGRST301',
  bad_jwt: 'PGRST301',
  jwt_claims: 'PGRST303',
  bad_json: 'PGRST102',
  body_too_large: 'PGRST102',
  too_many_requests: 'over_request_rate_limit',
};

/** What was refused at the door, in this wire's form (protocol.md 2.3). */
export function fromRequestError(error: RequestError): RestError {
  const { kind, status, message } = error;
  const code = CODES[kind];
  if (kind === 'bad_json')
    return new RestError({ status, code, message: 'Empty or invalid json', details: message }, error);
  if (status !== 401) return new RestError({ status, code, message, headers: headersOf(error) }, error);
  const isToken = kind === 'bad_jwt' || kind === 'jwt_claims';
  const challenge = isToken ? `Bearer error="invalid_token", error_description="${quotable(message)}"` : 'Bearer';
  return new RestError({ status, code, message, headers: { 'WWW-Authenticate': challenge } }, error);
}

function headersOf({ retryAfter }: RequestError): Record<string, string> {
  return retryAfter === null ? {} : { 'Retry-After': String(retryAfter) };
}

/** A header's quoted text holds printable ASCII without quotes. */
function quotable(message: string): string {
  return message.replaceAll(/[^ !#-[\]-~]/gu, "'");
}
