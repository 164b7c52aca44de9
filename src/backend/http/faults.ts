/** Everything that can be wrong with a request before a service looks at what it asks. */
const FAULTS = {
  missing_api_key: { status: 401, message: 'No API key found in request' },
  invalid_api_key: { status: 401, message: 'Invalid API key' },
  bad_jwt: { status: 401, message: 'JWT cryptographic operation failed' },
  jwt_claims: { status: 401, message: 'JWT expired' },
  bad_json: { status: 400, message: 'Could not parse request body as JSON' },
  body_too_large: { status: 413, message: 'Request body is too large' },
  too_many_requests: { status: 429, message: 'Request rate limit reached' },
} as const;

export type RequestFaultKind = keyof typeof FAULTS;

/**
 * A request refused at the door. `kind` says which refusal, `message` may be shown to whoever asked;
 * each service renders it in its own error form (`bad_jwt` is PostgREST's PGRST301, `jwt_claims` its PGRST303).
 */
export class RequestFault extends Error {
  readonly kind: RequestFaultKind;
  readonly status: (typeof FAULTS)[RequestFaultKind]['status'];
  /** Seconds until it makes sense to ask again; only for `too_many_requests`. */
  readonly retryAfter: number | null;

  constructor(kind: RequestFaultKind, message?: string, retryAfter: number | null = null) {
    super(message ?? FAULTS[kind].message);
    this.name = 'RequestFault';
    this.kind = kind;
    this.status = FAULTS[kind].status;
    this.retryAfter = retryAfter;
  }
}
