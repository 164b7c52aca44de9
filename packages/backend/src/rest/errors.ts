import type { Role } from '../database/as-caller.ts';
import { RETRY_AFTER_S } from '../database/unavailable.ts';
import { type EntryValues, type ErrorCatalogue, readEntry } from '../http/errors.ts';
import type { QualifiedName } from './schema/tables.ts';

type RestErrorEntry = {
  status: number;
  code: string;
  message: string;
  details?: unknown;
  hint?: string | null;
  headers?: Record<string, string>;
};

const NOT_SATISFIABLE = 'Requested range not satisfiable';
const RETRY = { 'Retry-After': String(RETRY_AFTER_S) };
const TOKEN_REQUIRED = { 'WWW-Authenticate': 'Bearer' };

/** The errors of PostgREST's wire, by PostgREST's own names where it has the error (protocol.md 2.4). */
const CATALOGUE = {
  /** `what` names the part of the query string, `position` counts from 0. */
  QueryParamError: (what: string, text: string, position: number, details: string) => ({
    status: 400,
    code: 'PGRST100',
    message: `"failed to parse ${what} (${text})" (line 1, column ${position + 1})`,
    details,
  }),
  QueryTooComplex: (message: string) => ({ status: 400, code: 'PGRST100', message }),
  TooManyRepeatedRows: (limit: number) => ({
    status: 400,
    code: 'PGRST100',
    message: `The embedded lists could hold more than ${limit} repeated rows`,
    hint: 'Set a limit, or a smaller one, on the rows or on the embedded lists.',
  }),
  /** The code is PostgreSQL's for exceeded limits of the program. */
  ResponseTooLarge: (limit: number) => ({
    status: 400,
    code: '54000',
    message: `The answer would be larger than ${limit} bytes`,
    hint: 'Ask for fewer rows or columns, or set a limit on the embedded lists.',
  }),
  /** PostgREST has no code for it; PGRST100 is the nearest. */
  QueryTooLong: (limit: number) => ({
    status: 414,
    code: 'PGRST100',
    message: `The query string is longer than ${limit} characters`,
  }),
  InvalidBody: (message: string, details: string | null = null) => ({
    status: 400,
    code: 'PGRST102',
    message,
    details,
  }),
  BodyTooLarge: (message: string) => ({ status: 413, code: 'PGRST102', message }),
  InvalidRpcMethod: (method: string) => ({
    status: 405,
    code: 'PGRST101',
    message: `Cannot use the ${method} method on RPC`,
    headers: { Allow: 'GET, HEAD, POST, OPTIONS' },
  }),
  InvalidRange: (details: string) => ({ status: 416, code: 'PGRST103', message: NOT_SATISFIABLE, details }),
  OffsetBeyondTotal: (offset: number, total: number) => ({
    status: 416,
    code: 'PGRST103',
    message: NOT_SATISFIABLE,
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    headers: { 'Content-Range': `*/${total}` },
  }),
  UnacceptableSchema: (schema: string, exposed: readonly string[]) => ({
    status: 406,
    code: 'PGRST106',
    message: `Invalid schema: ${schema}`,
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  }),
  MediaTypeError: (accept: string) => ({
    status: 406,
    code: 'PGRST107',
    message: `None of these media types are available: ${accept}`,
  }),
  OpenApiDisabled: { status: 404, code: 'PGRST126', message: 'Root endpoint metadata is disabled' },
  NotEmbedded: (name: string) => ({
    status: 400,
    code: 'PGRST108',
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  }),
  SingularityError: (rows: number) => ({
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  }),
  /** RFC 9110 15.5.6 asks for the methods that are allowed. */
  ViewNotUpdatable: (view: string, verb: string, methods: readonly string[]) => ({
    status: 405,
    code: '55000',
    message: `cannot ${verb} view "${view}"`,
    details: 'The view is not automatically updatable.',
    headers: { Allow: methods.join(', ') },
  }),
  /** 401 for an anonymous caller, 403 for others (protocol.md 2.4). */
  PermissionDenied: (role: Role, message: string, details: string | null = null, hint: string | null = null) => ({
    ...(role === 'anon' ? { status: 401, headers: TOKEN_REQUIRED } : { status: 403 }),
    code: '42501',
    message,
    details,
    hint,
  }),
  UnsupportedMethod: (method: string) => ({
    status: 405,
    code: 'PGRST117',
    message: `Unsupported HTTP method: ${method}`,
  }),
  RelatedOrderNotToOne: (origin: string, target: string) => ({
    status: 400,
    code: 'PGRST118',
    message: `A related order on '${target}' is not possible`,
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  }),
  UnacceptableFilter: (name: string) => ({
    status: 400,
    code: 'PGRST120',
    message: `Bad operator on the '${name}' embedded resource`,
    details: 'Only is null or not is null filters are allowed on embedded resources',
  }),
  InvalidPreferences: (invalid: readonly string[]) => ({
    status: 400,
    code: 'PGRST122',
    message: 'Invalid preferences given with handling=strict',
    details: `Invalid preferences: ${invalid.join(', ')}`,
  }),
  AggregatesNotAllowed: { status: 400, code: 'PGRST123', message: 'Use of aggregate functions is not allowed' },
  MaxAffectedViolation: (rows: number) => ({
    status: 400,
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
    details: `The query affects ${rows} rows`,
  }),
  MaxAffectedOfNoSet: {
    status: 400,
    code: 'PGRST128',
    message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  },
  InvalidResourcePath: { status: 404, code: 'PGRST125', message: 'Invalid path specified in request URL' },
  NotImplemented: (details: string) => ({ status: 400, code: 'PGRST127', message: 'Feature not implemented', details }),

  NoRelationship: ({ schema, name }: QualifiedName, target: string, hint: string | null) => ({
    status: 400,
    code: 'PGRST200',
    message: `Could not find a relationship between '${name}' and '${target}' in the schema cache`,
    details:
      `Searched for a foreign key relationship between '${name}' and '${target}'` +
      `${hint === null ? '' : ` using the hint '${hint}'`} in the schema '${schema}', but no matches were found.`,
  }),
  AmbiguousRelationship: (origin: string, target: string, details: object[], choices: readonly string[]) => ({
    status: 300,
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    details,
    hint:
      `Try changing '${target}' to one of the following: ${choices.map((choice) => `'${choice}'`).join(', ')}.` +
      " Find the desired relationship in the 'details' key.",
  }),
  /** `takesBody` says whether a function with one unnamed parameter could have been meant. */
  FunctionNotFound: ({ schema, name }: QualifiedName, parameters: readonly string[], takesBody: boolean) => ({
    status: 404,
    code: 'PGRST202',
    message:
      `Could not find the function ${schema}.${name}` +
      (parameters.length > 0 ? `(${parameters.join(', ')})` : ' without parameters') +
      ' in the schema cache',
    details:
      `Searched for the function ${schema}.${name} ` +
      (parameters.length > 0
        ? `with parameter${parameters.length > 1 ? 's' : ''} ${parameters.join(', ')}`
        : 'without parameters') +
      (takesBody ? ' or with a single unnamed json/jsonb parameter' : '') +
      ', but no matches were found in the schema cache.',
  }),
  AmbiguousFunction: (candidates: readonly string[]) => ({
    status: 300,
    code: 'PGRST203',
    message: `Could not choose the best candidate function between: ${candidates.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  }),
  /** A key of the body that is not a column. */
  ColumnNotFound: (table: string, column: string) => ({
    status: 400,
    code: 'PGRST204',
    message: `Could not find the '${column}' column of '${table}' in the schema cache`,
  }),
  TableNotFound: ({ schema, name }: QualifiedName) => ({
    status: 404,
    code: 'PGRST205',
    message: `Could not find the table '${schema}.${name}' in the schema cache`,
  }),
  /** The error that PostgreSQL would give, known from the schema cache. */
  UndefinedColumn: (table: string, column: string) => ({
    status: 400,
    code: '42703',
    message: `column ${table}.${column} does not exist`,
  }),
  UndefinedType: (name: string) => ({ status: 400, code: '42704', message: `type "${name}" does not exist` }),

  /** PostgreSQL's own code, message, details and hint (`render-error.ts`). */
  PostgresError: (status: number, code: string, message: string, details: string | null, hint: string | null) => ({
    status,
    code,
    message,
    details,
    hint,
    ...(status === 401 && { headers: TOKEN_REQUIRED }),
  }),
  ChosenHeadersInvalid: {
    status: 500,
    code: 'PGRST111',
    message: 'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  },
  ChosenStatusInvalid: { status: 500, code: 'PGRST112', message: 'response.status guc must be a valid status code' },
  /** The parts of `raise sqlstate 'PGRST'`. */
  RaisedError: (
    { status, headers }: { status: number; headers: Record<string, string> },
    error: { code: string; message: string; details?: string | null; hint?: string | null },
  ) => ({ status, headers, ...error }),
  RaisedErrorInvalid: (details: string) => ({
    status: 500,
    code: 'PGRST121',
    message: 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
    details,
  }),
  ConnectionFailed: { status: 503, code: 'PGRST000', message: 'Could not connect with the database.', headers: RETRY },
  ConnectionLost: (details: string) => ({
    status: 503,
    code: 'PGRST001',
    message: 'The connection with the database was lost.',
    details,
    headers: RETRY,
  }),
  ApiKeyMissing: (message: string) => ({ status: 401, code: 'PGRST302', message, headers: TOKEN_REQUIRED }),
  ApiKeyInvalid: (message: string) => ({ status: 401, code: 'PGRST301', message, headers: TOKEN_REQUIRED }),
  JwtUndecodable: (message: string) => ({ status: 401, code: 'PGRST301', message, headers: invalidToken(message) }),
  JwtClaimsInvalid: (message: string) => ({ status: 401, code: 'PGRST303', message, headers: invalidToken(message) }),
  TooManyRequests: (message: string, retryAfter: number | null) => ({
    status: 429,
    code: 'over_request_rate_limit',
    message,
    ...(retryAfter !== null && { headers: { 'Retry-After': String(retryAfter) } }),
  }),
  UnexpectedFailure: { status: 500, code: 'PGRSTX00', message: 'Unexpected failure' },
} as const satisfies ErrorCatalogue<RestErrorEntry>;

export type RestErrorName = keyof typeof CATALOGUE;

/** An error of this service, by its name in the catalogue and the values of its message. */
export class RestError<Name extends RestErrorName = RestErrorName> extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(name: Name, ...values: EntryValues<(typeof CATALOGUE)[Name]>) {
    const entry = readEntry<RestErrorEntry>(CATALOGUE[name], values);
    super(entry.message);
    this.name = 'RestError';
    this.status = entry.status;
    this.code = entry.code;
    this.details = entry.details ?? null;
    this.hint = entry.hint ?? null;
    this.headers = entry.headers ?? {};
  }
}

/** RFC 6750 3. A quoted string of a header holds printable ASCII without quotes. */
function invalidToken(message: string): Record<string, string> {
  const description = message.replaceAll(/[^ !#-[\]-~]/gu, "'");
  return { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${description}"` };
}
