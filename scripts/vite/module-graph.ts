import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { type AliasesOf, readAliases, resolveImport } from '../imports/resolve-import.ts';

/** The paths of all source files that the files of `entries` import statically, by way of others too, and `entries`. */
export function moduleGraph(root: string, entries: readonly string[]): ReadonlySet<string> {
  const aliasesOf = readAliases(root);
  const found = new Set(entries);
  // A set iterates over what is added on the way.
  for (const path of found) {
    if (!/\.tsx?$/.test(path)) continue;
    for (const imported of importsOf(root, path, aliasesOf)) found.add(imported);
  }
  return found;
}

/** The files of the repository that one file imports as values. */
function importsOf(root: string, path: string, aliasesOf: AliasesOf): string[] {
  const { module } = parseSync(path, readFileSync(join(root, path), 'utf8'));
  const imported = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
  );
  return [...imported, ...passedOn].flatMap((specifier) => {
    const target = resolveImport(root, path, specifier, aliasesOf(path));
    return target.kind === 'file' ? [target.path] : [];
  });
}
