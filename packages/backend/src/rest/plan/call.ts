import { RestError } from '../errors.ts';
import type { RestRequest } from '../request.ts';
import type { Parameter, Routine, SchemaCache } from '../schema/tables.ts';
import type { Call, CallArguments } from './steps.ts';

/** Names of arguments that an error lists, and the length of each: PostgreSQL's own are at most 63 bytes. */
const MAX_NAMED = 20;
const MAX_NAME_LENGTH = 64;

/**
 * Finds the function that takes the arguments of the request (PostgREST's findProc in its Plan.hs). Throws PGRST202 when
 * there is none, PGRST203 when there are several.
 */
export function planCall(cache: SchemaCache, request: RestRequest): Call {
  const { relation, query, callPayload } = request;
  const names = new Set(callPayload ? (callPayload.keys ?? []) : query.arguments.map(([name]) => name));
  const known = cache.routines.get(relation) ?? [];
  const takesNames = (routine: Routine) => callPayload?.keys !== null && takes(routine, names);
  const named = known.filter(takesNames);
  const candidates = named.length > 0 || callPayload === null ? named : known.filter((one) => takesBody(one, names));
  const [routine, ...others] = candidates;
  if (routine === undefined) {
    const listed = [...names]
      .toSorted()
      .slice(0, MAX_NAMED)
      .map((name) => name.slice(0, MAX_NAME_LENGTH));
    const wanted = { schema: cache.schema, name: relation };
    throw new RestError('FunctionNotFound', wanted, listed, callPayload !== null);
  }
  if (others.length > 0) throw new RestError('AmbiguousFunction', candidates.map(writeSignature));
  return { routine, arguments: planArguments(routine, request, names) };
}

/** All parameters without a default are given, and nothing else than parameters. */
function takes({ parameters }: Routine, names: ReadonlySet<string>): boolean {
  const isGiven = (one: Parameter) => one.name !== '' && names.has(one.name);
  const given = parameters.filter(isGiven);
  return given.length === names.size && parameters.every((one) => one.hasDefault || isGiven(one));
}

/** A function with one unnamed JSON parameter takes the whole body; the key '' names an unnamed text. */
function takesBody({ parameters }: Routine, names: ReadonlySet<string>): boolean {
  const [first, ...others] = parameters;
  if (first?.name !== '' || others.length > 0) return false;
  return (
    first.type === 'json' || first.type === 'jsonb' || (first.type === 'text' && names.size === 1 && names.has(''))
  );
}

function planArguments(
  { parameters }: Routine,
  { query, callPayload }: RestRequest,
  names: ReadonlySet<string>,
): CallArguments {
  const given = parameters.filter(({ name }) => name !== '' && names.has(name));
  const [unnamed] = parameters;
  if (callPayload && unnamed?.name === '') return { kind: 'body', parameter: unnamed, body: callPayload.json };
  if (callPayload) return { kind: 'json', given, json: callPayload.json };
  const values = Map.groupBy(query.arguments, ([name]) => name);
  return {
    kind: 'texts',
    given: given.map((parameter) => {
      const texts = (values.get(parameter.name) ?? []).map(([, value]) => value);
      return { parameter, value: parameter.isVariadic ? readVariadic(texts) : (texts.at(-1) ?? '') };
    }),
  };
}

/** The client sends an array as one text, `{1,2}`; other callers repeat the name. */
function readVariadic(texts: readonly string[]): string | readonly string[] {
  const [first = ''] = texts;
  return texts.length === 1 && first.startsWith('{') ? first : texts;
}

function writeSignature({ schema, name, parameters }: Routine): string {
  return `${schema}.${name}(${parameters.map((one) => `${one.name} => ${one.type}`).join(', ')})`;
}
