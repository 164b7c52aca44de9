import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import type { Aliases } from './aliases.ts';

/** The target of an import: a file of the repository, a package, or none. */
export type Target =
  | { kind: 'file'; path: string; way: 'relative' | 'alias' }
  | { kind: 'package'; name: string }
  | { kind: 'made-by-framework' }
  | { kind: 'broken'; reason: string };

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
