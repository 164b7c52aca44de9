import { posix, join } from 'node:path';
import { type CSSOptions, type Plugin, build } from 'vite';
import { MODES, styledRoutes, stylesOfPages } from './page-styles.ts';

const ASSETS = 'virtual:public-assets';
const RESOLVED = `\0${ASSETS}`;
const DEV_ENTRY = '/src/site/islands/in-development.ts';
const ENTRY = 'src/site/islands/entry.ts';
/** Below src/site/styles, so that relative imports and addresses in the stylesheets stay true. */
const STYLES_FOLDER = 'src/site/styles';

/** The settings of the site's build that this one shares. */
type SharedOptions = { target: string | string[] | false; assetsInlineLimit: number; postcss: CSSOptions['postcss'] };

type PublicAssets = {
  /** The address of the script that hydrates islands. */
  islandsEntry: string;
  /** The address of the stylesheet of a page, by the id of its route. */
  pageStyles: Record<string, string>;
  /** The address of the stylesheet for paper and contrast themes. */
  modeStyles: string;
  files: { fileName: string; source: string | Uint8Array }[];
};

type Manifest = Record<string, { file: string }>;

/**
 * Builds what public pages load with the site, adds it to the files of the browser, and gives the server its addresses
 * as `virtual:public-assets` (src/site/public-assets.d.ts). In development pages link the stylesheet of the whole site.
 */
export function publicAssets(): Plugin {
  let built: Promise<PublicAssets> | undefined;
  let buildOnce: () => Promise<PublicAssets>;
  let isBuild = false;
  return {
    name: 'public-assets',
    // The build of the server needs what the build of the browser made.
    sharedDuringBuild: true,
    configResolved({ command, root, build: { target, assetsInlineLimit }, css }) {
      isBuild = command === 'build';
      if (typeof assetsInlineLimit !== 'number') throw new Error('build.assetsInlineLimit must be a number.');
      buildOnce = () => (built ??= buildPublicAssets(root, { target, assetsInlineLimit, postcss: css.postcss }));
    },
    resolveId: { filter: { id: new RegExp(`^${ASSETS}$`) }, handler: () => RESOLVED },
    load: {
      filter: { id: new RegExp(`^${RESOLVED}$`) },
      async handler() {
        if (!isBuild) return moduleOf({ islandsEntry: DEV_ENTRY, pageStyles: {}, modeStyles: '' });
        // Public pages are rendered by the server only.
        if (this.environment.name === 'client') return moduleOf({ islandsEntry: '', pageStyles: {}, modeStyles: '' });
        return moduleOf(await buildOnce());
      },
    },
    async generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      for (const { fileName, source } of (await buildOnce()).files) {
        if (!(fileName in bundle)) this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

function moduleOf({ islandsEntry, pageStyles, modeStyles }: Omit<PublicAssets, 'files'>): string {
  return [
    `export const islandsEntry = ${JSON.stringify(islandsEntry)};`,
    `export const pageStyles = ${JSON.stringify(pageStyles)};`,
    `export const modeStyles = ${JSON.stringify(modeStyles)};`,
  ].join('\n');
}

const styleName = (id: string): string => `page-${posix.basename(id)}.css`;

/** Builds the scripts of islands and a stylesheet for each public page, in memory. */
async function buildPublicAssets(
  root: string,
  { target, assetsInlineLimit, postcss }: SharedOptions,
): Promise<PublicAssets> {
  const ids = styledRoutes();
  const styleOf = (id: string): string => `${STYLES_FOLDER}/${styleName(id)}`;
  const sources = new Map([...stylesOfPages(root, ids)].map(([id, styles]) => [join(root, styleOf(id)), styles]));
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    css: { postcss },
    plugins: [
      {
        name: 'page-styles',
        resolveId: (id) => (sources.has(id) ? id : null),
        load: (id) => sources.get(id) ?? null,
      },
    ],
    build: {
      write: false,
      manifest: true,
      target,
      assetsInlineLimit,
      rolldownOptions: {
        input: [join(root, ENTRY), join(root, MODES), ...sources.keys()],
        output: { entryFileNames: 'assets/islands-[hash].js', codeSplitting: { groups: CHUNKS } },
      },
    },
  });
  if (Array.isArray(result) || !('output' in result)) throw new Error('The build of the public assets has no output.');
  const files = result.output.map((file) => ({
    fileName: file.fileName,
    source: file.type === 'chunk' ? file.code : file.source,
  }));
  const manifest = readManifest(files);
  return {
    islandsEntry: addressOf(manifest, ENTRY),
    pageStyles: Object.fromEntries(ids.map((id) => [id, addressOf(manifest, styleOf(id))])),
    modeStyles: addressOf(manifest, MODES),
    files: files.filter(({ fileName }) => fileName.startsWith('assets/')),
  };
}

/** Few files that are needed together, instead of many small ones. The first group that fits takes a module. */
const CHUNKS = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|clsx)\/|\/islands\/hydrate\.tsx$|\/ui\/(button|unbroken|icon|input|route-link|go-link|use-is-hydrated)\.tsx?$|\/contract\/limits\.ts$|\/content\/firm\.ts$/,
  },
  {
    name: 'toasts',
    test: /node_modules\/@radix-ui\/|\/ui\/toaster\.tsx$|\/site\/messages\.ts$|\/site-config\.ts$/,
  },
  { name: 'carousels', test: /node_modules\/embla-carousel|\/(latest-posts|testimonials)\.tsx$/ },
];

function readManifest(files: PublicAssets['files']): Manifest {
  const manifest = files.find(({ fileName }) => fileName === '.vite/manifest.json');
  if (!manifest) throw new Error('The build of the public assets has no manifest.');
  return JSON.parse(String(manifest.source)) as Manifest;
}

function addressOf(manifest: Manifest, path: string): string {
  const file = manifest[path]?.file;
  if (file === undefined) throw new Error(`The build of the public assets has no ${path}.`);
  return `/${file}`;
}
