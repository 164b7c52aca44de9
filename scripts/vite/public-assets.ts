import type { Plugin } from 'vite';
import { type PublicAssets, buildPublicAssets } from './build-public-assets.ts';

const ASSETS = 'virtual:public-assets';
const RESOLVED = `\0${ASSETS}`;
const DEV_ENTRY = '/src/site/islands/in-development.ts';

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
