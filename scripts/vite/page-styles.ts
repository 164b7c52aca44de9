import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { hydrates, ROUTE_TABLE } from '#site/route-table.ts';
import { parseSync } from 'vite';
import { type AliasesOf, readAliases, resolveImport } from '../imports/resolve-import.ts';

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
 * The stylesheet of one public page, as imports relative to `styles/`: of all public stylesheets, in the same order, those
 * in `styles/` but `modes.css`, and those beside a component that the page imports.
 */
export function stylesOfPage(root: string, id: string): string {
  const entries = [...FRAME, `${SITE}/${id}.tsx`];
  const page = moduleGraph(root, entries);
  const used = page.has(ISLAND) ? moduleGraph(root, [...entries, ...WITH_ISLANDS]) : page;
  const isUsed = (line: string): boolean => {
    const specifier = /@import '([^']+)'/.exec(line)?.[1];
    if (specifier === undefined) return true;
    if (specifier.startsWith('./')) return posix.join(STYLES, specifier) !== MODES;
    const component = posix.join(STYLES, specifier).replace(/\.css$/, '.tsx');
    if (!existsSync(join(root, component))) throw new Error(`${ALL_STYLES}: no component has ${specifier}.`);
    return used.has(component);
  };
  return readFileSync(join(root, ALL_STYLES), 'utf8').split('\n').filter(isUsed).join('\n');
}

/** The paths of all source files that the files of `entries` import statically, by way of others too, and `entries`. */
function moduleGraph(root: string, entries: readonly string[]): ReadonlySet<string> {
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
