import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Aliases } from './resolve-import.ts';

/** The `imports` of package.json. */
export function readAliases(root: string): Aliases {
  const file = join(root, 'package.json');
  if (!existsSync(file)) return {};
  return (JSON.parse(readFileSync(file, 'utf8')) as { imports?: Aliases }).imports ?? {};
}
