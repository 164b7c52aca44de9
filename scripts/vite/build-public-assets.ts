import { posix, join } from 'node:path';
import { type CSSOptions, build } from 'vite';
import { MODES, styledRoutes, stylesOfPages } from './page-styles.ts';

const ENTRY = 'src/site/islands/entry.ts';
/** Below src/site/styles, so that relative imports and addresses in the stylesheets stay true. */
const STYLES_FOLDER = 'src/site/styles';

/** The settings of the site's build that this one shares. */
type SharedOptions = { target: string | string[] | false; assetsInlineLimit: number; postcss: CSSOptions['postcss'] };

export type PublicAssets = {
  /** The address of the script that hydrates islands. */
  islandsEntry: string;
  /** The address of the stylesheet of a page, by the id of its route. */
  pageStyles: Record<string, string>;
  /** The address of the stylesheet for paper and contrast themes. */
  modeStyles: string;
  files: { fileName: string; source: string | Uint8Array }[];
};

type Manifest = Record<string, { file: string }>;

const styleName = (id: string): string => `page-${posix.basename(id)}.css`;

/** Builds the scripts of islands and a stylesheet for each public page, in memory. */
export async function buildPublicAssets(
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
