import { Cursor } from './cursor.ts';
import { parseField, parseName } from './field.ts';
import type { OrderItem } from './syntax.ts';

/** Parses `created_at.desc.nullslast,categories(name).asc` into its terms. Throws PGRST100. */
export function parseOrder(text: string): OrderItem[] {
  const cursor = new Cursor('order', text);
  const items: OrderItem[] = [];
  do items.push(parseItem(cursor));
  while (cursor.take(','));
  cursor.expectEnd();
  return items;
}

function parseItem(cursor: Cursor): OrderItem {
  const { field, through } = parseTarget(cursor);
  const descending = cursor.take('.desc');
  if (!descending) cursor.take('.asc');
  const nulls = cursor.take('.nullsfirst') ? 'first' : cursor.take('.nullslast') ? 'last' : null;
  if (!cursor.isDone && !cursor.startsWith(',')) cursor.fail('asc, desc, nullsfirst or nullslast');
  return { field, through, descending, nulls };
}

function parseTarget(cursor: Cursor): Pick<OrderItem, 'field' | 'through'> {
  const start = cursor.position;
  const through = parseName(cursor);
  if (!cursor.take('(')) {
    cursor.position = start;
    return { field: parseField(cursor), through: null };
  }
  const field = parseField(cursor);
  cursor.expect(')');
  return { field, through };
}
