import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { hydrates, ROUTE_TABLE } from '#site/route-table.ts';
import { parseSync } from 'vite';
import { readAliases, resolveImport } from '../imports/resolve-import.ts';

const SITE = 'src/site';
const STYLES = `${SITE}/styles`;
/** Imports every stylesheet of the public site, in their order. */
const ALL_STYLES = `${STYLES}/app.css`;
/** Linked by itself: most visitors never need it. */
export const MODES = `${STYLES}/modes.css`;
/** What every page shows: header and footer, or the error page. */
const FRAME = [`${SITE}/page-frame.tsx`, `${SITE}/pages/page-failed.tsx`];
/** What a page with islands may show although its module does not import it: the messages. */
const ISLAND = `${SITE}/islands/island.tsx`;
const WITH_ISLANDS = [`${SITE}/ui/toaster.tsx`];

/** The id of a route, as React Router derives it from its file. */
const routeId = (module: string): string => module.replace(/\.tsx?$/, '');

/** The ids of the routes with a stylesheet of their own: the documents that do not hydrate. */
export function styledRoutes(): string[] {
  return ROUTE_TABLE.filter(({ kind, path }) => kind === 'document' && !hydrates(path)).map(({ module }) =>
    routeId(module),
  );
}

/**
 * The stylesheet of each public page of `ids`, as imports relative to `styles/`: of all public stylesheets, in the same
 * order, those in `styles/` but `modes.css`, and those beside a component that the page imports.
 */
export function stylesOfPages(root: string, ids: readonly string[]): Map<string, string> {
  const importsOf = findImports(root);
  const lines = readFileSync(join(root, ALL_STYLES), 'utf8').split('\n');
  return new Map(
    ids.map((id) => {
      const entries = [...FRAME, `${SITE}/${id}.tsx`];
      const page = withImports(entries, importsOf);
      const used = page.has(ISLAND) ? withImports([...entries, ...WITH_ISLANDS], importsOf) : page;
      return [id, lines.filter((line) => isUsed(root, line, used)).join('\n')];
    }),
  );
}

/** Whether a page needs a line of ALL_STYLES; `used` are the modules that it imports. */
function isUsed(root: string, line: string, used: ReadonlySet<string>): boolean {
  const specifier = /@import '([^']+)'/.exec(line)?.[1];
  if (specifier === undefined) return true;
  if (specifier.startsWith('./')) return posix.join(STYLES, specifier) !== MODES;
  const component = posix.join(STYLES, specifier).replace(/\.css$/, '.tsx');
  if (!existsSync(join(root, component))) throw new Error(`${ALL_STYLES}: no component has ${specifier}.`);
  return used.has(component);
}

type ImportsOf = (path: string) => string[];

/** The paths of `entries` and of all source files that they import statically, by way of others too. */
function withImports(entries: readonly string[], importsOf: ImportsOf): ReadonlySet<string> {
  const found = new Set(entries);
  // A set iterates over what is added on the way.
  for (const path of found) for (const imported of importsOf(path)) found.add(imported);
  return found;
}

/** Finds the files of the repository that a file imports as values. Each file is read once. */
function findImports(root: string): ImportsOf {
  const aliasesOf = readAliases(root);
  const known = new Map<string, string[]>();
  const find = (path: string): string[] => {
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
  };
  return (path) => {
    const imports = known.get(path) ?? (/\.tsx?$/.test(path) ? find(path) : []);
    known.set(path, imports);
    return imports;
  };
}
