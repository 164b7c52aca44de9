import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** What a specifier that begins with # stands for, as paths from the root. */
export type Aliases = Readonly<Record<string, string>>;

/** Finds the `imports` of the package.json nearest to a file, as Node does. */
export type AliasesOf = (file: string) => Aliases;

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
