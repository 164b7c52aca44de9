import { expect, test } from 'vitest';
import type { RowCondition } from './filter.ts';
import { type DescribedTable, type TableColumn, writeRowsQuery } from './table-view.ts';

const column = (name: string, changes: Partial<TableColumn> = {}): TableColumn => ({
  name,
  type: 'text',
  sqlType: 'text',
  isReadable: true,
  keyPosition: null,
  ...changes,
});
const id = column('id', { keyPosition: 0 });
const secret = column('secret', { keyPosition: 1, isReadable: false });
const table: DescribedTable = { schema: 'public', name: 'things', columns: [id, secret, column('label')] };
const equals = (name: string): RowCondition => ({
  kind: 'compare',
  column: name,
  isNegated: false,
  operator: 'eq',
  value: 'x',
});

/** The conditions that are written for a filter of one column, for rows of this origin. */
function matchesOf(name: string, from: 'table' | 'keys'): string {
  const { text } = writeRowsQuery(table, { keys: [['1', '2']], filters: [[equals(name)]], columns: [id], from });
  return /array\[(.*?)\] as matches/.exec(text)?.[1] ?? '';
}

test('a deletion is told by the readable columns of the key', () => {
  expect(matchesOf('id', 'keys')).toBe('(true and (t."id" = $3::text)) is true');
});

test.each(['secret', 'label'])('a filter by %s, which a deletion does not tell, matches no deletion', (name) => {
  expect(matchesOf(name, 'keys')).toBe('(true and false) is true');
});

test('rows of the table are filtered by the rights of the caller', () => {
  expect(matchesOf('label', 'table')).toBe('(true and (t."label" = $3::text)) is true');
});
