import { CONFIG_FILE, type Module, MODULES } from './table.ts';

/** The module of one file by its own name (`site/features/blog`), with what it may import. */
export type ModuleOfFile = { name: string; module: Module };

const CONFIG_MODULE: Module = { name: 'config', at: '', modules: ['contract', 'scripts'], packages: ['*'] };

/** Finds the module of a file by its path from the root, or null when it belongs to none. */
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

/** Returns the text that `*` of `at` matches ('' without a `*`) when the file is there, or null. */
function matchingPart(file: string, at: string): string | null {
  const [before = '', after] = at.split('*');
  if (!file.startsWith(before)) return null;
  if (after === undefined) return '';
  const [part = '', ...rest] = file.slice(before.length).split('/');
  return rest.length > 0 ? part : null;
}

/** Whether a list of the table allows `name`. A package includes its subpaths: `hono` allows `hono/html`. */
export function isListed(list: readonly string[], name: string): boolean {
  return list.some((entry) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry));
}
