import type { Plugin } from 'vite';
import { type PublicAssets, buildPublicAssets } from './build-public-assets.ts';

const ASSETS = 'virtual:public-assets';
const DEV_ENTRY = 'virtual:islands-in-development';
const resolved = (id: string): string => `\0${id}`;

/** In development the entry is loaded as it is, after the runtime of hot reload. */
const DEV_ENTRY_CODE = `import 'virtual:react-router/inject-hmr-runtime';\nimport '/src/site/islands/entry.ts';`;

/**
 * Builds what public pages load (build-public-assets.ts) with the site, adds it to the files of the browser, and gives
 * the server its addresses as `virtual:public-assets` (src/site/public-assets.d.ts). In development pages link the
 * stylesheet of the whole site.
 */
export function publicAssets(): Plugin {
  let built: Promise<PublicAssets> | undefined;
  let buildOnce: () => Promise<PublicAssets>;
  let isBuild = false;
  return {
    name: 'public-assets',
    // The build of the server needs what the build of the browser made.
    sharedDuringBuild: true,
    configResolved({ command, root, build, css }) {
      isBuild = command === 'build';
      const { target, assetsInlineLimit } = build;
      if (typeof assetsInlineLimit !== 'number') throw new Error('build.assetsInlineLimit must be a number.');
      buildOnce = () => (built ??= buildPublicAssets(root, { target, assetsInlineLimit, postcss: css.postcss }));
    },
    resolveId: (id) => ([ASSETS, DEV_ENTRY].includes(id) ? resolved(id) : null),
    async load(id) {
      if (id === resolved(DEV_ENTRY)) return DEV_ENTRY_CODE;
      if (id !== resolved(ASSETS)) return null;
      if (!isBuild) return moduleOf({ islandsEntry: `/@id/${DEV_ENTRY}`, pageStyles: {} });
      // Public pages are rendered by the server only.
      if (this.environment.name === 'client') return moduleOf({ islandsEntry: '', pageStyles: {} });
      return moduleOf(await buildOnce());
    },
    async generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      for (const { fileName, source } of (await buildOnce()).files) {
        if (!(fileName in bundle)) this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

function moduleOf({ islandsEntry, pageStyles }: Pick<PublicAssets, 'islandsEntry' | 'pageStyles'>): string {
  return [
    `export const islandsEntry = ${JSON.stringify(islandsEntry)};`,
    `export const pageStyles = ${JSON.stringify(pageStyles)};`,
  ].join('\n');
}
