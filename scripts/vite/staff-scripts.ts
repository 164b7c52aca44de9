import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { ROUTE_TABLE } from '#site/route-table.ts';

const SITE = join(import.meta.dirname, '../../src/site');
/** How React Router names what the browser loads of a route. */
const CLIENT_ROUTE = '?__react-router-build-client-route';

/** Documents that React Router does not run in the browser: their code would only split the code of the others. */
export function emptyDocuments(): Plugin {
  const unused = new Set(
    ROUTE_TABLE.filter(({ hydrates }) => !hydrates).map(({ module }) => join(SITE, module) + CLIENT_ROUTE),
  );
  return {
    name: 'empty-documents',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\?__react-router-build-client-route$/ },
      handler: (_code, id) => (unused.has(id) ? { code: 'export default () => null;', map: null } : null),
    },
  };
}

const inSite = (module: string): string => join(SITE, module);
const FRAME = [inSite('entry.client.tsx'), inSite('root.tsx') + CLIENT_ROUTE];
const AUTH = [inSite('pages/auth.tsx') + CLIENT_ROUTE];
const ADMIN = [inSite('pages/admin.tsx') + CLIENT_ROUTE];
const POST_FORM = [inSite('features/admin/posts/post-editor.tsx')];
const TABS = [inSite('features/admin/other-tabs.tsx')];

/**
 * Few files that are loaded side by side. The first that fits takes a module: what all modules of `of` import
 * statically and, if given, all of `and` too.
 */
const CHUNKS: readonly { name: string; of: readonly string[]; and?: readonly string[] }[] = [
  { name: 'frame', of: FRAME },
  { name: 'account', of: AUTH, and: ADMIN },
  { name: 'auth-forms', of: AUTH },
  { name: 'client', of: [inSite('gateway/client-of-page.ts')] },
  { name: 'lists', of: ADMIN },
  { name: 'forms', of: POST_FORM, and: TABS },
  { name: 'post-form', of: POST_FORM },
  { name: 'tabs', of: TABS },
];

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** The groups for the bundler, which gives a group what its modules import too unless an earlier group has it. */
export function staffChunks() {
  return CHUNKS.map(({ name, of, and = of }, index) => {
    let sets: Set<string>[] | undefined;
    return {
      name: (id: string, graph: Graph): string | null => {
        sets ??= [closureOf(graph, of), closureOf(graph, and)];
        return sets.every((set) => set.has(id)) ? name : null;
      },
      priority: CHUNKS.length - index,
    };
  });
}

/** The modules and all that they import statically. */
function closureOf(graph: Graph, from: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
