import { posix } from 'node:path';
import { type ImportEdge, readModule } from './read-imports.ts';
import { type AliasesOf, resolveImport } from './resolve-import.ts';
import { CONFIG_FILE, MODULES, type Module } from './table.ts';
import * as table from './table.ts';

export type Violation = { file: string; line: number; reason: string };
type Verdict = { edges: number; violations: Violation[] };
type Place = { root: string; aliasesOf: AliasesOf };

/** Checks one file against all import rules. */
export function checkFile(place: Place, file: string, source: string): Verdict {
  const facts = readModule(file, source);
  const violations: Violation[] = [];
  const blame = (line: number, reason: string): void => void violations.push({ file, line, reason });
  const own = findModule(file);
  if (own === null) {
    blame(1, 'lies in no module; give its folder a line in scripts/imports/table.ts');
    return { edges: facts.imports.length, violations };
  }
  for (const edge of facts.imports) {
    for (const reason of judgeEdge(place, file, own, edge)) blame(edge.line, reason);
  }
  if (!isAmong(table.ENVIRONMENT_READERS, file) && own.name !== 'config') {
    for (const line of facts.environment) blame(line, 'reads the environment; only src/server/config.ts does');
  }
  if (!table.RAW_HTML_FILES.includes(file)) {
    for (const line of facts.rawHtml) blame(line, `inserts raw HTML; only ${table.RAW_HTML_FILES.join(', ')} may`);
  }
  if (facts.isBarrel || /^index\.[cm]?[jt]sx?$/.test(posix.basename(file))) {
    blame(1, 'is a barrel file; import from the file that holds the thing');
  }
  return { edges: facts.imports.length, violations };
}

function judgeEdge(place: Place, file: string, own: ModuleOfFile, edge: ImportEdge): string[] {
  if (edge.specifier === null) {
    if (isAmong(table.COMPUTED_IMPORTERS, file)) return [];
    return ['imports a computed path, which cannot be checked'];
  }
  const target = resolveImport(place.root, file, edge.specifier, place.aliasesOf(file));
  if (target.kind === 'made-by-framework') return [];
  if (target.kind === 'broken') return [`imports '${edge.specifier}', which ${target.reason}`];
  if (target.kind === 'package') return judgePackage(file, own, target.name);
  // Files of the root have no alias for `scripts`.
  const leaves =
    own.name !== 'config' && target.way === 'relative' && leavesModule(file, own, edge.specifier, target.path);
  return [
    ...(leaves ? [`leaves its module by a relative path to ${target.path}; use the alias`] : []),
    ...checkModule(file, own, target.path),
    ...judgePower(own, target.path, edge.names),
  ];
}

function judgePackage(file: string, own: ModuleOfFile, name: string): string[] {
  const { packages, modules } = table.GUARDED_PACKAGES;
  if (isListed(packages, name) && !isListed(modules, own.name))
    return [`imports ${name}, which only ${modules[0]} may`];
  const extras = [
    ...(isTest(file) ? table.TEST_EXTRAS.packages : []),
    ...(table.SERVER_FILE_EXTRAS.file.test(file) ? table.SERVER_FILE_EXTRAS.packages : []),
  ];
  return isListed([...own.module.packages, ...extras], name) ? [] : [`imports ${name}, which ${own.name} may not`];
}

function checkModule(file: string, own: ModuleOfFile, path: string): string[] {
  const other = findModule(path);
  if (other === null && /\.[cm]?[jt]sx?$/.test(path)) return [`imports ${path}, which lies in no module`];
  if (other === null || other.name === own.name) return [];
  const listed = isTest(file) ? [...own.module.modules, ...table.TEST_EXTRAS.modules] : own.module.modules;
  return isListed(listed, other.name) ? [] : [`imports ${path}: ${own.name} may not import ${other.name}`];
}

/** `import *` imports every function of the file. */
function judgePower(own: ModuleOfFile, path: string, names: readonly string[]): string[] {
  if (path !== table.ELEVATED_FILE) return [];
  return Object.entries(table.ELEVATED_FUNCTIONS)
    .filter(([name, modules]) => (names.includes(name) || names.includes('*')) && !modules.includes(own.name))
    .map(([name]) => `imports ${name}, which ${own.name} may not`);
}

/** Whether the file is in a list of files and folders; folders end in a slash. */
function isAmong(list: readonly string[], file: string): boolean {
  return list.some((at) => (at.endsWith('/') ? file.startsWith(at) : file === at));
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

/** Imports between folders of src use the alias. The site has several modules, so `../` must not leave one. */
function leavesModule(file: string, own: ModuleOfFile, specifier: string, path: string): boolean {
  if (topOf(file) !== topOf(path)) return true;
  return file.startsWith('src/site/') && specifier.startsWith('../') && findModule(path)?.name !== own.name;
}

function topOf(file: string): string {
  const parts = file.split('/');
  return parts[0] === 'src' ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
}

/** The module of one file by its own name (`site/features/blog`), with what it may import. */
type ModuleOfFile = { name: string; module: Module };

const CONFIG_MODULE: Module = {
  name: 'config',
  at: '',
  modules: ['contract', 'scripts', 'backend-tests'],
  packages: ['*'],
};

/** Finds the module of a file by its path from the root, or null when it belongs to none. */
function findModule(file: string): ModuleOfFile | null {
  if (CONFIG_FILE.test(file)) return { name: CONFIG_MODULE.name, module: CONFIG_MODULE };
  let best: ModuleOfFile | null = null;
  for (const module of MODULES) {
    const part = matchingPart(file, module.at);
    if (part === null || (best && best.module.at.length >= module.at.length)) continue;
    best = { name: module.name.replace('*', part), module };
  }
  return best;
}

/** Returns the text that `*` of `at` matches ('' without a `*`) when the file is there, or null. */
function matchingPart(file: string, at: string): string | null {
  const [before = '', after] = at.split('*');
  if (!file.startsWith(before)) return null;
  if (after === undefined) return '';
  const [part = '', ...rest] = file.slice(before.length).split('/');
  return rest.length > 0 ? part : null;
}

/** Whether a list of the table allows `name`. A package includes its subpaths: `hono` allows `hono/html`. */
function isListed(list: readonly string[], name: string): boolean {
  return list.some((entry) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry));
}
