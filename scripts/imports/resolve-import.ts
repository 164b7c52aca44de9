import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';

/** The target of an import: a file of the repository, a package, or none. */
type Target =
  | { kind: 'file'; path: string; way: 'relative' | 'alias' }
  | { kind: 'package'; name: string }
  | { kind: 'made-by-framework' }
  | { kind: 'broken'; reason: string };

/** What a specifier that begins with # stands for, as paths from the root. */
export type Aliases = Readonly<Record<string, string>>;

/** Finds the `imports` of the package.json nearest to a file, as Node does. */
export type AliasesOf = (file: string) => Aliases;

/** Resolves a specifier as Node does: relative paths with extension, the `imports` of package.json, packages. */
export function resolveImport(root: string, from: string, specifier: string, aliases: Aliases): Target {
  const [bare = ''] = specifier.split('?');
  // React Router generates the types of each route module in .react-router/types.
  if (/(^|\/)\+types\//.test(bare)) return { kind: 'made-by-framework' };
  if (bare.startsWith('virtual:')) return { kind: 'made-by-framework' };
  if (bare.startsWith('.')) return fileTarget(root, posix.join(posix.dirname(from), bare), 'relative');
  if (bare.startsWith('#')) return aliasTarget(root, bare, aliases);
  if (bare.startsWith('/') || /^[a-z]+:\/\//i.test(bare))
    return { kind: 'broken', reason: 'is an address, not a module' };
  return { kind: 'package', name: packageName(bare) };
}

function aliasTarget(root: string, specifier: string, aliases: Aliases): Target {
  for (const [alias, target] of Object.entries(aliases)) {
    const prefix = alias.replace(/\*$/, '');
    if (!specifier.startsWith(prefix)) continue;
    const path = target.replace('*', specifier.slice(prefix.length));
    return fileTarget(root, posix.normalize(path), 'alias');
  }
  return { kind: 'broken', reason: 'is no alias of package.json' };
}

function fileTarget(root: string, path: string, way: 'relative' | 'alias'): Target {
  if (path.startsWith('../')) return { kind: 'broken', reason: 'leaves the repository' };
  if (!existsSync(`${root}/${path}`)) return { kind: 'broken', reason: `names a file that is not there (${path})` };
  return { kind: 'file', path, way };
}

function packageName(specifier: string): string {
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`;
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}

/** Reads the `imports` of the package.json of the root and of the folders below it. */
export function readAliases(root: string): AliasesOf {
  const known = new Map<string, Aliases>();
  const at = (folder: string): Aliases => {
    const found = known.get(folder) ?? readFolder(root, folder) ?? (folder === '.' ? {} : at(posix.dirname(folder)));
    known.set(folder, found);
    return found;
  };
  return (file) => at(posix.dirname(file));
}

function readFolder(root: string, folder: string): Aliases | null {
  const file = join(root, folder, 'package.json');
  if (!existsSync(file)) return null;
  const { imports = {} } = JSON.parse(readFileSync(file, 'utf8')) as { imports?: Aliases };
  return Object.fromEntries(Object.entries(imports).map(([alias, target]) => [alias, posix.join(folder, target)]));
}
