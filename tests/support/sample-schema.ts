import { findRelationships, type ForeignKey, type UniqueKey } from '#backend/rest/schema/relationships.ts';
import type { Column, SchemaCache, Table } from '#backend/rest/schema/tables.ts';

/** A small schema for unit tests, with one relationship of each kind. */
const COLUMNS = {
  posts: [
    'id uuid',
    'title text',
    'category_id uuid',
    'author_id uuid',
    'editor_id uuid',
    'data jsonb',
    'views integer',
  ],
  categories: ['id uuid', 'name text', 'parent_id uuid'],
  people: ['id uuid', 'name text'],
  profiles: ['person_id uuid', 'bio text'],
  tags: ['id uuid', 'label text'],
  post_tags: ['post_id uuid', 'tag_id uuid'],
};
const FOREIGN_KEYS = [
  'posts.category_id categories.id',
  'posts.author_id people.id',
  'posts.editor_id people.id',
  'categories.parent_id categories.id',
  'profiles.person_id people.id',
  'post_tags.post_id posts.id',
  'post_tags.tag_id tags.id',
];
const PRIMARY_KEYS: Record<string, string[]> = { profiles: ['person_id'], post_tags: ['post_id', 'tag_id'] };

export const sampleSchema: SchemaCache = {
  tables: new Map(Object.entries(COLUMNS).map(([name, columns]) => [name, makeTable(name, columns)])),
  types: new Map([
    ['text', 'text'],
    ['int', 'integer'],
    ['date', 'date'],
  ]),
};

function makeTable(name: string, columns: readonly string[]): Table {
  return {
    name,
    writes: new Set(['insert', 'update', 'delete']),
    columns: new Map(columns.map(makeColumn).map((column) => [column.name, column])),
    primaryKey: PRIMARY_KEYS[name] ?? ['id'],
    relationships: findRelationships(FOREIGN_KEYS.map(makeKey), Object.keys(COLUMNS).map(makePrimaryKey)).filter(
      ({ origin }) => origin === name,
    ),
  };
}

function makeColumn(text: string): Column {
  const [name = '', type = ''] = text.split(' ');
  return { name, type, isJson: type === 'jsonb', default: name === 'views' ? '0' : null, isWritable: true };
}

function makeKey(text: string): ForeignKey {
  const [table = '', column = '', target = '', targetColumn = ''] = text.split(/[. ]/);
  return { name: `${table}_${column}_fkey`, table, columns: [column], target, targetColumns: [targetColumn] };
}

function makePrimaryKey(table: string): UniqueKey {
  return { table, columns: PRIMARY_KEYS[table] ?? ['id'], isPrimary: true };
}
