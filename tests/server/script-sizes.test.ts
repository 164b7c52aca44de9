import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const ASSETS = join(import.meta.dirname, '../../build/client/assets');

/** All that a form loads for its visual editor, as sent. */
const EDITOR_GZIP_BYTES = 150_000;

type Entry = { module: string; imports?: string[] };
type Manifest = { entry: Entry; routes: Record<string, Entry> };

const files = readdirSync(ASSETS);
const read = (file: string): string => readFileSync(join(ASSETS, file), 'utf8');
const named = (start: string): string => {
  const file = files.find((name) => name.startsWith(start) && name.endsWith('.js'));
  if (!file) throw new Error(`The build has no ${start}.`);
  return file;
};

function readManifest(): Manifest {
  const text = read(named('manifest-'));
  return JSON.parse(text.slice(text.indexOf('=') + 1).replace(/;\s*$/, '')) as Manifest;
}

/** The file and all that it imports statically. */
function closure(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, imported = ''] of read(file).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) closure(imported, found);
  return found;
}

function scriptsOf(route: string): Set<string> {
  const { entry, routes } = readManifest();
  const own = routes[route];
  const root = routes['root'];
  if (!own || !root) throw new Error(`The build has no route ${route}.`);
  const loaded = [entry, root, own].flatMap(({ module, imports = [] }) => [module, ...imports]);
  return loaded.reduce((found, path) => closure(basename(path), found), new Set<string>());
}

test('the visual editor is loaded by no page, only when a form opens', () => {
  const editor = named('visual-editor-');
  for (const route of Object.keys(readManifest().routes)) expect(scriptsOf(route), route).not.toContain(editor);
  expect(read(named('post-form-'))).toContain(`import(\`./${editor}\`)`);
});

test('the pages of staff load no form, no other tab, and no sanitiser', () => {
  for (const route of ['pages/auth', 'pages/admin']) {
    const scripts = [...scriptsOf(route)].join();
    expect(scripts, route).not.toMatch(/post-form-|tabs-|render-body-|toaster-/);
  }
  expect([...scriptsOf('pages/auth')].join()).not.toMatch(/(^|,)(client|lists)-/);
});

test('the public pages beside a form of words are loaded by no page, only when such a form opens', () => {
  const pages = named('public-page-');
  for (const route of Object.keys(readManifest().routes)) expect(scriptsOf(route), route).not.toContain(pages);
  expect(read(named('words-tab-'))).not.toContain(pages);
});

test('what a form loads for the visual editor keeps to its limit', () => {
  const loaded = closure(named('post-form-'), scriptsOf('pages/admin'));
  const own = [...closure(named('visual-editor-'))].filter((file) => !loaded.has(file));
  const sanitiser = own.filter((file) => file.startsWith('render-body-'));
  // The preview loads the sanitiser too.
  const counted = own.filter((file) => !sanitiser.includes(file));
  expect(counted.reduce((sum, file) => sum + gzipSync(read(file)).length, 0)).toBeLessThanOrEqual(EDITOR_GZIP_BYTES);
});
