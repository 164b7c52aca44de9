import { RestError } from '../errors.ts';
import { ANSWER_LIMITS, MAX_EMBED_DEPTH } from '../limits.ts';
import { Cursor } from './cursor.ts';
import { parseJsonPath, parseName } from './field.ts';
import type { AggregateFunction, EmbedItem, FieldPath, SelectItem } from './syntax.ts';

const AGGREGATE = /^\.(avg|count|max|min|sum)\(\)/u;
const COUNT = /^count\(\)/u;
const TYPE = /^[\p{L}\p{N}_ ]+/u;

type Reading = { cursor: Cursor; embeds: number };

/**
 * Parses `select=id,when:created_at::date,category:categories!inner(name)` into its items. Throws PGRST100 for
 * what is not in the grammar of protocol.md 2.2.
 */
export function parseSelect(text: string): SelectItem[] {
  const reading = { cursor: new Cursor('select parameter', text), embeds: 0 };
  const items = parseItems(reading, 0);
  reading.cursor.expectEnd();
  return items;
}

function parseItems(reading: Reading, depth: number): SelectItem[] {
  const items: SelectItem[] = [];
  do items.push(parseItem(reading, depth));
  while (reading.cursor.take(','));
  return items;
}

function parseItem(reading: Reading, depth: number): SelectItem {
  const { cursor } = reading;
  if (cursor.take('*')) return { kind: 'all' };
  if (cursor.take('...')) return { ...parseEmbed(reading, parseName(cursor), null, depth), isSpread: true };
  if (cursor.match(COUNT)) return countRows(cursor, null);
  const first = parseName(cursor);
  const isAliased = !cursor.startsWith('::') && cursor.take(':');
  const alias = isAliased ? first : null;
  if (isAliased && cursor.match(COUNT)) return countRows(cursor, alias);
  const name = isAliased ? parseName(cursor) : first;
  if (cursor.startsWith('!') || cursor.startsWith('(')) return parseEmbed(reading, name, alias, depth);
  return parseColumn(cursor, { name, json: parseJsonPath(cursor) }, alias);
}

function countRows(cursor: Cursor, alias: string | null): SelectItem {
  return { kind: 'aggregate', function: 'count', field: null, alias, cast: null, resultCast: parseCast(cursor) };
}

function parseColumn(cursor: Cursor, field: FieldPath, alias: string | null): SelectItem {
  const cast = parseCast(cursor);
  const name = cursor.match(AGGREGATE)?.[1] as AggregateFunction | undefined;
  if (name === undefined) return { kind: 'column', field, alias, cast };
  return { kind: 'aggregate', function: name, field, alias, cast, resultCast: parseCast(cursor) };
}

function parseCast(cursor: Cursor): string | null {
  return cursor.take('::') ? cursor.match(TYPE)?.[0].trim() || cursor.fail('a type') : null;
}

function parseEmbed(reading: Reading, relation: string, alias: string | null, depth: number): EmbedItem {
  const { cursor } = reading;
  const embed: EmbedItem = { kind: 'embed', relation, alias, hint: null, join: 'left', isSpread: false, items: [] };
  while (cursor.take('!')) {
    const word = parseName(cursor);
    if (word === 'inner' || word === 'left') embed.join = word;
    else embed.hint = word;
  }
  cursor.expect('(');
  reading.embeds += 1;
  if (depth >= MAX_EMBED_DEPTH)
    throw new RestError('QueryTooComplex', `More than ${MAX_EMBED_DEPTH} levels of embedded resources`);
  const { maxEmbeds } = ANSWER_LIMITS;
  if (reading.embeds > maxEmbeds) throw new RestError('QueryTooComplex', `More than ${maxEmbeds} embedded resources`);
  if (cursor.take(')')) return embed;
  const items = parseItems(reading, depth + 1);
  cursor.expect(')');
  return { ...embed, items };
}
