import { findRelationships, type ForeignKey, type UniqueKey } from '#backend/rest/schema/relationships.ts';
import type { Column, QualifiedName, Relationship, Routine, SchemaCache, Table } from '#backend/rest/schema/tables.ts';

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

/** A function that returns posts for a post. */
const RELATED_POSTS: Relationship = {
  origin: 'posts',
  target: 'posts',
  cardinality: 'many-to-many',
  isReferencing: true,
  isTargetView: false,
  constraint: 'related_posts',
  pairs: [],
  junction: null,
  computedBy: { schema: 'public', name: 'related_posts' },
};
const TABLES = new Map(Object.entries(COLUMNS).map(([name, columns]) => [name, makeTable(name, columns)]));

export const sampleSchema: SchemaCache = {
  schema: 'public',
  tables: TABLES,
  routines: new Map([
    ['add', [makeRoutine('add', ['a integer', 'b integer=', 'integers integer[]...'], { kind: 'value' })]],
    ['find_posts', [makeRoutine('find_posts', ['term text'], rowsOf('posts'))]],
    ['take_body', [makeRoutine('take_body', [' json'], { kind: 'value' })]],
    ['log_visit', [makeRoutine('log_visit', [], { kind: 'void' })]],
    [
      'mixed',
      [
        makeRoutine('mixed', ['a integer'], { kind: 'value' }),
        makeRoutine('mixed', ['a integer', 'b integer='], { kind: 'value' }),
      ],
    ],
  ]),
  types: new Map([
    ['text', 'text'],
    ['int', 'integer'],
    ['date', 'date'],
  ]),
};

function makeTable(name: string, columns: readonly string[]): Table {
  const computed = name === 'posts' ? [{ ...makeColumn('headline text'), computedBy: functionNamed('headline') }] : [];
  return {
    ...functionNamed(name),
    writes: new Set(['insert', 'update', 'delete']),
    columns: new Map(columns.map(makeColumn).map((column) => [column.name, column])),
    computed: new Map(computed.map((column) => [column.name, column])),
    primaryKey: PRIMARY_KEYS[name] ?? ['id'],
    relationships: [
      ...findRelationships(FOREIGN_KEYS.map(makeKey), Object.keys(COLUMNS).map(makePrimaryKey)),
      RELATED_POSTS,
    ].filter(({ origin }) => origin === name),
  };
}

function functionNamed(name: string): QualifiedName {
  return { schema: 'public', name };
}

function rowsOf(table: string): Routine['result'] {
  return { kind: 'rows', table: TABLES.get(table)!, hasOwnColumns: false };
}

/** A parameter is its name and type, with `=` where it has a default and `...` where it is variadic. */
function makeRoutine(name: string, parameters: readonly string[], result: Routine['result']): Routine {
  return {
    ...functionNamed(name),
    parameters: parameters.map((text) => {
      const [parameter = '', type = ''] = text.split(' ');
      const isVariadic = type.endsWith('...');
      return { name: parameter, type: type.replace(/=$|\.{3}$/, ''), hasDefault: /=$|\.{3}$/.test(type), isVariadic };
    }),
    isVolatile: result.kind === 'void',
    returnsSet: result.kind === 'rows',
    result,
  };
}

function makeColumn(text: string): Column {
  const [name = '', type = ''] = text.split(' ');
  const value = name === 'views' ? '0' : null;
  return { name, type, isJson: type === 'jsonb', default: value, isWritable: true, computedBy: null };
}

function makeKey(text: string): ForeignKey {
  const [table = '', column = '', target = '', targetColumn = ''] = text.split(/[. ]/);
  return { name: `${table}_${column}_fkey`, table, columns: [column], target, targetColumns: [targetColumn] };
}

function makePrimaryKey(table: string): UniqueKey {
  return { table, columns: PRIMARY_KEYS[table] ?? ['id'], isPrimary: true };
}
