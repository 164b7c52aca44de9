import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkImports, tableAsMarkdown } from './check-imports.ts';

let root: string;

/** A tree without violations, to which each test adds one. */
const VALID: Record<string, string> = {
  'package.json': JSON.stringify({
    imports: Object.fromEntries([
      ...['contract', 'site', 'server', 'cli'].map((module) => [`#${module}/*`, `./src/${module}/*`]),
      ['#backend/*', './packages/backend/src/*'],
      ['#tests/*', './tests/*'],
    ]),
  }),
  'src/contract/limits.ts': "import { z } from 'zod';\nexport const limit = z.int();",
  'packages/backend/src/database/as-caller.ts':
    'export const asCaller = 1;\nexport const asBackend = 2;\nexport const asService = 3;',
  'packages/backend/src/auth/signup.ts':
    "import { asBackend } from '../database/as-caller.ts';\nexport const signUp = asBackend;",
  'packages/backend/src/storage/buckets.ts':
    "import { asService } from '../database/as-caller.ts';\nexport const readBucketRules = asService;",
  'packages/backend/src/rest/execute.ts':
    "import { asCaller } from '../database/as-caller.ts';\nexport const execute = asCaller;",
  'src/site/gateway/client.ts': "export const connect = () => import('@supabase/supabase-js');",
  'src/site/content/firm.ts': 'export const firm = 1;',
  'src/site/ui/button.tsx': 'export const Button = () => <button />;',
  'src/site/features/blog/list.tsx': "import { connect } from '#site/gateway/client.ts';\nexport const list = connect;",
  'src/site/features/admin/tabs.tsx': "import { Button } from '#site/ui/button.tsx';\nexport const tabs = Button;",
  'src/server/config.ts': 'export const port = process.env.PORT;',
  'tests/y.ts': 'export const y = 1;',
  'src/server/main.ts':
    "import { port } from './config.ts';\nexport const built = (path: string) => import(path + port);",
  'src/site/ui/inline-script.tsx': 'export const Script = () => <script dangerouslySetInnerHTML={{ __html: "{}" }} />;',
};

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'modules-'));
  for (const [file, source] of Object.entries(VALID)) await write(file, source);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(file: string, source: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), source);
}

test('a tree without violations is reported with its numbers of files and imports', async () => {
  expect(checkImports(root)).toEqual({ files: 14, edges: 9, violations: [] });
});

test('an alias is read from the nearest package.json', async () => {
  await write('packages/backend/package.json', JSON.stringify({ imports: { '#backend/*': './src/*' } }));
  await write('packages/backend/src/auth/x.ts', "import '#backend/auth/signup.ts';\nimport '#tests/y.ts';");
  const { violations } = checkImports(root);
  expect(violations.map(({ reason }) => reason)).toEqual(["imports '#tests/y.ts', which is no alias of package.json"]);
});

test.each([
  ['site imports backend', 'src/site/pages/x.tsx', "import '#backend/auth/signup.ts';", 'may not import backend/auth'],
  ['site imports server', 'src/site/pages/x.tsx', "import '#server/config.ts';", 'may not import server'],
  [
    'backend imports site',
    'packages/backend/src/app.ts',
    "import '#site/content/firm.ts';",
    'may not import site/content',
  ],
  [
    'backend imports contract',
    'packages/backend/src/auth/x.ts',
    "import '#contract/limits.ts';",
    'may not import contract',
  ],
  [
    'one service imports another',
    'packages/backend/src/rest/x.ts',
    "import '../auth/signup.ts';",
    'may not import backend/auth',
  ],
  ['contract imports a module', 'src/contract/x.ts', "import '#site/content/firm.ts';", 'may not import site/content'],
  ['contract imports a package', 'src/contract/x.ts', "import 'pg';", 'imports pg, which contract may not'],
  ['contract imports a builtin', 'src/contract/x.ts', "import 'fs';", 'imports node:fs, which contract may not'],
  [
    'backend imports React',
    'packages/backend/src/http/x.ts',
    "import 'react';",
    'imports react, which backend/http may not',
  ],
  [
    'a feature imports another',
    'src/site/features/admin/x.ts',
    "import '#site/features/blog/list.tsx';",
    'site/features/admin may not import site/features/blog',
  ],
  ['ui imports content', 'src/site/ui/x.ts', "import '#site/content/firm.ts';", 'site/ui may not import site/content'],
  ['a fixture beside the code', 'packages/backend/src/auth/x-fixture.ts', "import 'vitest';", 'imports vitest, which'],
  ['backend imports tests', 'packages/backend/src/auth/x.ts', "import '#tests/y.ts';", 'may not import tests'],
  ['a page imports Supabase', 'src/site/pages/x.ts', "import '@supabase/supabase-js';", 'only site/gateway may'],
  [
    'a test of the backend imports Supabase',
    'packages/backend/src/auth/x.test.ts',
    "import '@supabase/supabase-js';",
    'only site/gateway may',
  ],
  ['the server imports EmailJS', 'src/server/x.ts', "import '@emailjs/browser';", 'only site/gateway may'],
  [
    'a type import',
    'src/site/ui/x.ts',
    "import type { F } from '#site/content/firm.ts';",
    'may not import site/content',
  ],
  ['a type in import()', 'src/site/ui/x.ts', "export type F = import('#site/content/firm.ts').F;", 'may not import'],
  ['a dynamic import', 'src/site/ui/x.ts', "export const f = () => import('#site/content/firm.ts');", 'may not import'],
  [
    'a template import',
    'src/site/ui/x.ts',
    'export const f = () => import(`#site/content/firm.ts`);',
    'may not import',
  ],
  ['a re-export', 'src/site/ui/x.ts', "export { firm } from '#site/content/firm.ts'; let a;", 'may not import'],
  ['a re-export of all', 'src/site/ui/x.ts', "export * from '#site/content/firm.ts'; let a;", 'may not import'],
  ['require', 'packages/backend/src/http/x.ts', "export const r = require('react');", 'imports react'],
  ['a computed import', 'src/site/x.ts', 'export const f = (a: string) => import(a);', 'cannot be checked'],
  [
    'a relative path from a feature of the site',
    'src/site/features/blog/x.ts',
    "import '../../content/firm.ts';",
    'use the alias',
  ],
  ['a relative path to another module', 'src/server/x.ts', "import '../contract/limits.ts';", 'use the alias'],
  ['a path out of the repository', 'src/server/x.ts', "import '../../../x.ts';", 'leaves the repository'],
  ['an absolute path', 'src/server/x.ts', "import '/etc/x.ts';", 'is an address'],
  ['an unknown alias', 'src/server/x.ts', "import '#site';", 'is no alias of package.json'],
  ['a file that is not there', 'src/server/x.ts', "import './y.ts';", 'names a file that is not there'],
  ['process.env', 'packages/backend/src/http/x.ts', 'export const a = process.env.A;', 'reads the environment'],
  ["process['env']", 'src/site/x.ts', "export const a = process['env'];", 'reads the environment'],
  ['globalThis.process.env', 'src/cli/x.ts', 'export const a = globalThis.process.env;', 'reads the environment'],
  ['env taken out of process', 'src/cli/x.ts', 'export const { env } = process;', 'reads the environment'],
  ['env imported', 'src/cli/x.ts', "import { env } from 'node:process';", 'reads the environment'],
  ['an index file', 'src/site/ui/index.ts', 'export const a = 1;', 'is a barrel file'],
  ['a barrel by another name', 'src/site/ui/all.ts', "export * from './button.tsx';", 'is a barrel file'],
  ['raw HTML', 'src/site/ui/x.tsx', 'export const X = () => <p dangerouslySetInnerHTML={{}} />;', 'inserts raw HTML'],
  ['raw HTML by spread', 'src/site/ui/x.ts', 'export const p = { dangerouslySetInnerHTML: {} };', 'inserts raw HTML'],
  ['raw HTML by assignment', 'src/site/ui/x.ts', "document.body.innerHTML = '';", 'inserts raw HTML'],
  [
    'asBackend in a module that may not use it',
    'packages/backend/src/storage/x.ts',
    "import { asBackend as query } from '../database/as-caller.ts'; query;",
    'imports asBackend, which backend/storage may not',
  ],
  [
    'asService in a module that may not use it',
    'packages/backend/src/auth/x.ts',
    "import { asService as query } from '../database/as-caller.ts'; query;",
    'imports asService, which backend/auth may not',
  ],
  [
    'asBackend by a namespace import',
    'packages/backend/src/storage/x.ts',
    "import * as database from '../database/as-caller.ts'; database;",
    'imports asBackend, which backend/storage may not',
  ],
  ['a folder without a line in the table', 'src/helpers/x.ts', 'export const a = 1;', 'lies in no module'],
])('reports %s', async (_rule, file, source, reason) => {
  await write(file, `\n${source}\n`);
  const { violations } = checkImports(root);
  expect(violations).toHaveLength(1);
  expect(violations[0]).toMatchObject({ file, reason: expect.stringContaining(reason) });
});

test('a server-only file of the site may import Node builtins', async () => {
  await write('src/site/features/blog/x.server.ts', "import 'node:crypto';\nimport 'node:crypto';");
  expect(checkImports(root).violations).toEqual([]);
  await write('src/site/features/blog/x.ts', "import 'node:crypto';");
  expect(checkImports(root).violations).toHaveLength(1);
});

test('a violation has its line number', async () => {
  await write('src/contract/x.ts', "\n\nimport 'pg';\n");
  expect(checkImports(root).violations[0]?.line).toBe(3);
});

test('a unit test may import test tools, but not another module', async () => {
  await write('src/contract/x.test.ts', "import 'vitest';\nimport 'node:fs';");
  expect(checkImports(root).violations).toEqual([]);
  await write('src/contract/x.test.ts', "import '#site/content/firm.ts';");
  expect(checkImports(root).violations).toHaveLength(1);
});

test('a file that cannot be parsed stops the check', async () => {
  await write('src/contract/x.ts', 'export const = ;');
  expect(() => checkImports(root)).toThrow('src/contract/x.ts cannot be parsed');
});

test('the command fails when it found no files', async () => {
  const script = join(import.meta.dirname, 'check-imports.ts');
  const empty = join(root, 'empty');
  await mkdir(empty);
  const run = promisify(execFile)(process.execPath, [script, empty]);
  await expect(run).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('0 files, 0 imports') });
});

test('the table is printed as Markdown', () => {
  expect(tableAsMarkdown()).toContain('| `contract` | `src/contract/` | none | `zod` |');
});
