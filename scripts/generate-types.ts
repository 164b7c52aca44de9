// Writes src/contract/database.types.ts from the migrated database, in the form of the Supabase CLI's generator. With
// --check it writes nothing and fails when the file differs from the migrations.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClient } from '#backend/database/client.ts';
import { startEmbeddedServer } from '#backend/database/embedded.ts';
import { migrate } from '#backend/database/migrate.ts';

const ROOT = join(import.meta.dirname, '..');
const FILE = join(ROOT, 'src/contract/database.types.ts');

type Column = {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  defaulted: boolean;
  generated: boolean;
};
type ForeignKey = {
  name: string;
  table: string;
  columns: string[];
  target: string;
  targetColumns: string[];
  unique: boolean;
};
type Callable = { name: string; returns: string; names: string[]; types: string[] };

const COLUMNS = `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
    not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as defaulted, a.attgenerated <> '' as generated
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attname`;

/** In the catalogue every column of a view is nullable. */
const VIEW_COLUMNS = COLUMNS.replace("c.relkind = 'r'", "c.relkind = 'v'");

const FOREIGN_KEYS = `select k.conname as name, c.relname as table, f.relname as target,
    array(select attname::text from unnest(k.conkey) n join pg_attribute on attrelid = k.conrelid and attnum = n) as columns,
    array(select attname::text from unnest(k.confkey) n join pg_attribute on attrelid = k.confrelid and attnum = n) as "targetColumns",
    exists (select from pg_index i where i.indrelid = k.conrelid and i.indisunique and i.indkey::int2[] = k.conkey) as unique
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and f.relnamespace = 'public'::regnamespace
  order by k.conname`;

/** Functions without arguments, and functions that signed-in callers may execute and that take no row. */
const FUNCTIONS = `select proname as name, format_type(prorettype, null) as returns,
    coalesce(proargnames, '{}') as names, array(select format_type(t, null) from unnest(proargtypes) t) as types
  from pg_proc p
  where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype and (
    pronargs = 0 or (
      has_function_privilege('authenticated', p.oid, 'execute') and cardinality(proargnames) = pronargs
      and not exists (select from unnest(proargtypes) t join pg_type on pg_type.oid = t where typtype = 'c')
    )
  )
  order by proname`;

function typescriptType(type: string): string {
  if (/^(smallint|integer|bigint|real|double precision|numeric)$/.test(type)) return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'json' || type === 'jsonb') return 'Json';
  if (type === 'void') return 'undefined';
  return type.endsWith('[]') ? `${typescriptType(type.slice(0, -2))}[]` : 'string';
}

function shapeOf(columns: Column[], kind: 'Row' | 'Insert'): string {
  const lines = columns.map(({ column, type, nullable, defaulted, generated }) => {
    if (generated && kind !== 'Row') return `          ${column}?: never;`;
    const mayBeLeftOut = kind === 'Insert' && (nullable || defaulted);
    return `          ${column}${mayBeLeftOut ? '?' : ''}: ${typescriptType(type)}${nullable ? ' | null' : ''};`;
  });
  return `        ${kind}: {\n${lines.join('\n')}\n        };`;
}

function relationships(keys: ForeignKey[]): string {
  if (keys.length === 0) return '        Relationships: [];';
  const quote = (names: string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`;
  const entries = keys.map(
    ({ name, columns, unique, target, targetColumns }) => `          {
            foreignKeyName: '${name}';
            columns: ${quote(columns)};
            isOneToOne: ${unique};
            referencedRelation: '${target}';
            referencedColumns: ${quote(targetColumns)};
          },`,
  );
  return `        Relationships: [\n${entries.join('\n')}\n        ];`;
}

function composeTypes(columns: Column[], viewColumns: Column[], keys: ForeignKey[], functions: Callable[]): string {
  const tables = [...new Set(columns.map(({ table }) => table))].map((table) => {
    const own = columns.filter((column) => column.table === table);
    const shapes = (['Row', 'Insert'] as const).map((kind) => shapeOf(own, kind)).join('\n');
    const update = `        Update: Partial<Database['public']['Tables']['${table}']['Insert']>;`;
    return `      ${table}: {\n${shapes}\n${update}\n${relationships(keys.filter((key) => key.table === table))}\n      };`;
  });
  const views = [...new Set(viewColumns.map(({ table }) => table))].map((view) => {
    const own = viewColumns.filter((column) => column.table === view);
    return `      ${view}: {\n${shapeOf(own, 'Row')}\n        Relationships: [];\n      };`;
  });
  const callables = functions.map(
    ({ name, returns, ...args }) =>
      `      ${name}: { Args: ${typesOfArguments(args)}; Returns: ${typescriptType(returns)} };`,
  );
  return `// Generated from the migrated database by scripts/generate-types.ts. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
${tables.join('\n')}
    };
    Views: ${views.length === 0 ? '{ [_ in never]: never }' : `{\n${views.join('\n')}\n    }`};
    Functions: {
${callables.join('\n')}
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
`;
}

function typesOfArguments({ names, types }: Pick<Callable, 'names' | 'types'>): string {
  if (names.length === 0) return 'never';
  return `{ ${names.map((name, n) => `${name}: ${typescriptType(types[n] ?? '')}`).join('; ')} }`;
}

async function readDatabase(): Promise<string> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'types-'));
  const silent = () => {};
  const password = 'of a database that lives for a second';
  const server = await startEmbeddedServer({ dataFolder, password, onProgress: silent, onError: console.error });
  try {
    const url = server.urlFor('postgres', password);
    const supabaseFolder = join(ROOT, 'supabase');
    await migrate({ url, supabaseFolder, sampleContent: null, authenticatorPassword: null, onProgress: silent });
    await using client = await openClient(url);
    const columns = (await client.query<Column>(COLUMNS)).rows;
    const viewColumns = (await client.query<Column>(VIEW_COLUMNS)).rows;
    const keys = (await client.query<ForeignKey>(FOREIGN_KEYS)).rows;
    const functions = (await client.query<Callable>(FUNCTIONS)).rows;
    return composeTypes(columns, viewColumns, keys, functions);
  } finally {
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

const wanted = await readDatabase();
const isCheck = process.argv.includes('--check');
if (!isCheck) await writeFile(FILE, wanted);
else if ((await readFile(FILE, 'utf8')) !== wanted) {
  console.error('src/contract/database.types.ts is not what the migrations say. Run: npm run write -- types');
  process.exitCode = 1;
} else console.log('database.types.ts agrees with the migrations.');
