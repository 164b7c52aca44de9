import type { Role } from '../database/caller.ts';

/** The form of every failure on this wire (protocol.md 2.4). */
export type RestErrorBody = {
  status: number;
  code: string;
  message: string;
  details?: unknown;
  hint?: string | null;
  headers?: Record<string, string>;
};

/** What the stages throw; `response.ts` alone renders it. */
export class RestError extends Error {
  readonly failure: RestErrorBody;

  constructor(failure: RestErrorBody, cause?: unknown) {
    super(failure.message, { cause });
    this.name = 'RestError';
    this.failure = failure;
  }
}

function refusal(status: number, code: string, message: string, details: unknown = null, hint: string | null = null) {
  return new RestError({ status, code, message, details, hint });
}

const NOT_SATISFIABLE = 'Requested range not satisfiable';

/** PGRST100: `what` names the part of the query string, `position` counts from 0. */
export const unparsable = (what: string, text: string, position: number, details: string) =>
  refusal(400, 'PGRST100', `"failed to parse ${what} (${text})" (line 1, column ${position + 1})`, details);

export const tooComplex = (message: string) => refusal(400, 'PGRST100', message);

export const tooRepetitive = (limit: number) =>
  refusal(
    400,
    'PGRST100',
    `The embedded lists could hold more than ${limit} repeated rows`,
    null,
    'Set a limit, or a smaller one, on the rows or on the embedded lists.',
  );

/** PostgreSQL's own code for what exceeds a limit of the program. */
export const answerTooLarge = (limit: number) =>
  refusal(
    400,
    '54000',
    `The answer would be larger than ${limit} bytes`,
    null,
    'Ask for fewer rows or columns, or set a limit on the embedded lists.',
  );

/** The wire has no code for this one; the parse failure's is the nearest. */
export const queryTooLong = (limit: number) =>
  refusal(414, 'PGRST100', `The query string is longer than ${limit} characters`);

export const badBody = (message: string, details: string | null = null) => refusal(400, 'PGRST102', message, details);

/** Without a total, the range itself is at fault. */
export const badRange = (details: string) => refusal(416, 'PGRST103', NOT_SATISFIABLE, details);

export const offsetBeyondTotal = (offset: number, total: number) =>
  new RestError({
    status: 416,
    code: 'PGRST103',
    message: NOT_SATISFIABLE,
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    headers: { 'Content-Range': `*/${total}` },
  });

export const unknownProfile = (schema: string) =>
  refusal(406, 'PGRST106', `Invalid schema: ${schema}`, null, 'Only the following schemas are exposed: public');

export const noMediaType = (accept: string) =>
  refusal(406, 'PGRST107', `None of these media types are available: ${accept}`);

export const notEmbedded = (name: string) =>
  refusal(
    400,
    'PGRST108',
    `'${name}' is not an embedded resource in this request`,
    null,
    `Verify that '${name}' is included in the 'select' query parameter.`,
  );

export const notSingular = (rows: number) =>
  refusal(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', `The result contains ${rows} rows`);

/** RFC 9110 15.5.6 asks for the methods that are allowed. */
export const notWritable = (table: string, verb: string, methods: readonly string[]) =>
  new RestError({
    status: 405,
    code: '55000',
    message: `cannot ${verb} view "${table}"`,
    details: 'The view is not automatically updatable.',
    headers: { Allow: methods.join(', ') },
  });

/** A privilege that is missing asks anonymous callers to sign in, and refuses the others (protocol.md 2.4). */
export const notPermitted = (
  role: Role,
  message: string,
  details: string | null = null,
  hint: string | null = null,
  cause?: unknown,
) =>
  new RestError(
    role === 'anon'
      ? { status: 401, code: '42501', message, details, hint, headers: { 'WWW-Authenticate': 'Bearer' } }
      : { status: 403, code: '42501', message, details, hint },
    cause,
  );

export const unsupportedMethod = (method: string) => refusal(405, 'PGRST117', `Unsupported HTTP method: ${method}`);

export const relatedOrderImpossible = (origin: string, target: string) =>
  refusal(
    400,
    'PGRST118',
    `A related order on '${target}' is not possible`,
    `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  );

export const embedNotComparable = (name: string) =>
  refusal(
    400,
    'PGRST120',
    `Bad operator on the '${name}' embedded resource`,
    'Only is null or not is null filters are allowed on embedded resources',
  );

export const badPreferences = (invalid: readonly string[]) =>
  refusal(
    400,
    'PGRST122',
    'Invalid preferences given with handling=strict',
    `Invalid preferences: ${invalid.join(', ')}`,
  );

export const noAggregates = () => refusal(400, 'PGRST123', 'Use of aggregate functions is not allowed');

export const tooManyAffected = (rows: number) =>
  refusal(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', `The query affects ${rows} rows`);

export const invalidPath = () => refusal(404, 'PGRST125', 'Invalid path specified in request URL');

export const notImplemented = (feature: string) =>
  refusal(400, 'PGRST127', 'Feature not implemented', `${feature} are not supported`);

export const noRelationship = (origin: string, target: string, hint: string | null) =>
  refusal(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
    `Searched for a foreign key relationship between '${origin}' and '${target}'` +
      `${hint === null ? '' : ` using the hint '${hint}'`} in the schema 'public', but no matches were found.`,
  );

export const ambiguousRelationship = (origin: string, target: string, details: object[], choices: readonly string[]) =>
  refusal(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    details,
    `Try changing '${target}' to one of the following: ${choices.map((choice) => `'${choice}'`).join(', ')}.` +
      " Find the desired relationship in the 'details' key.",
  );

export const unknownFunction = (name: string) =>
  refusal(
    404,
    'PGRST202',
    `Could not find the function public.${name} in the schema cache`,
    `Searched for the function public.${name}, but no matches were found in the schema cache.`,
  );

export const unknownWriteColumn = (table: string, column: string) =>
  refusal(400, 'PGRST204', `Could not find the '${column}' column of '${table}' in the schema cache`);

export const unknownTable = (name: string) =>
  refusal(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`);

/** As PostgreSQL itself says it; we know before we ask. */
export const unknownColumn = (table: string, column: string) =>
  refusal(400, '42703', `column ${table}.${column} does not exist`);

export const unknownType = (name: string) => refusal(400, '42704', `type "${name}" does not exist`);
