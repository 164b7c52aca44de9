import { CONFIG_FILE, type Module, MODULES } from './table.ts';

/** The room of one file, under its own name (`site/features/blog`), with what that room may import. */
export type ModuleOfFile = { name: string; module: Module };

const CONFIG_MODULE: Module = { name: 'config', at: '', modules: ['contract'], packages: ['*'] };

/** Finds the room of a file by its path from the root, or null when it lies in none. */
export function findModule(file: string): ModuleOfFile | null {
  if (CONFIG_FILE.test(file)) return { name: CONFIG_MODULE.name, module: CONFIG_MODULE };
  let best: ModuleOfFile | null = null;
  for (const module of MODULES) {
    const part = matchingPart(file, module.at);
    if (part === null || (best && best.module.at.length >= module.at.length)) continue;
    best = { name: module.name.replace('*', part), module };
  }
  return best;
}

/** What stands for the `*` of `at` (empty without one) when the file lies there, or null. */
function matchingPart(file: string, at: string): string | null {
  const [before = '', after] = at.split('*');
  if (!file.startsWith(before)) return null;
  if (after === undefined) return '';
  const [part = '', ...rest] = file.slice(before.length).split('/');
  return rest.length > 0 ? part : null;
}

/** Whether a list of the table lets `name` through. A package counts with its paths: `hono` allows `hono/html`. */
export function isListed(list: readonly string[], name: string): boolean {
  return list.some((entry) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry));
}
