import { RestError } from '../errors.ts';
import { MAX_EMBEDS, MAX_EMBED_DEPTH } from '../limits.ts';
import { Cursor } from './cursor.ts';
import { parseJsonPath, parseName } from './field.ts';
import type { EmbedItem, SelectItem } from './syntax.ts';

const AGGREGATE = /^\.(?:avg|count|max|min|sum)\(\)/u;
const COUNT = /^count\(\)/u;
const TYPE = /^[\p{L}\p{N}_ ]+/u;

type Reading = { cursor: Cursor; embeds: number };

/**
 * Parses `select=id,when:created_at::date,category:categories!inner(name)` into its items; an empty text selects
 * nothing. Throws PGRST100 for what is not in the grammar of protocol.md 2.2, PGRST123 for aggregates, PGRST127 for
 * spread embeds.
 */
export function parseSelect(text: string): SelectItem[] {
  const reading = { cursor: new Cursor('select parameter', text), embeds: 0 };
  if (text.trim() === '') return [];
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
  if (cursor.startsWith('...')) throw new RestError('NotImplemented', 'Spread embeds');
  rejectAggregate(cursor, COUNT);
  const first = parseName(cursor);
  const isAliased = cursor.startsWith(':') && !cursor.startsWith('::') && cursor.take(':');
  if (isAliased) rejectAggregate(cursor, COUNT);
  const name = isAliased ? parseName(cursor) : first;
  const alias = isAliased ? first : null;
  if (cursor.startsWith('!') || cursor.startsWith('(')) return parseEmbed(reading, name, alias, depth);
  const field = { name, json: parseJsonPath(cursor) };
  rejectAggregate(cursor, AGGREGATE);
  const cast = cursor.take('::') ? parseType(cursor) : null;
  rejectAggregate(cursor, AGGREGATE);
  return { kind: 'column', field, alias, cast };
}

function parseType(cursor: Cursor): string {
  return cursor.match(TYPE)?.[0].trim() || cursor.fail('a type');
}

function parseEmbed(reading: Reading, relation: string, alias: string | null, depth: number): EmbedItem {
  const { cursor } = reading;
  const embed: EmbedItem = { kind: 'embed', relation, alias, hint: null, join: 'left', items: [] };
  while (cursor.take('!')) {
    const word = parseName(cursor);
    if (word === 'inner' || word === 'left') embed.join = word;
    else embed.hint = word;
  }
  cursor.expect('(');
  reading.embeds += 1;
  if (depth >= MAX_EMBED_DEPTH)
    throw new RestError('QueryTooComplex', `More than ${MAX_EMBED_DEPTH} levels of embedded resources`);
  if (reading.embeds > MAX_EMBEDS) throw new RestError('QueryTooComplex', `More than ${MAX_EMBEDS} embedded resources`);
  if (cursor.take(')')) return embed;
  const items = parseItems(reading, depth + 1);
  cursor.expect(')');
  return { ...embed, items };
}

function rejectAggregate(cursor: Cursor, pattern: RegExp): void {
  if (cursor.match(pattern)) throw new RestError('AggregatesNotAllowed');
}
