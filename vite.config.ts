import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { TESTIMONIALS_PER_VIEW, TESTIMONIAL_GAP_PX } from '#contract/limits.ts';
import { compressFiles } from '#scripts/vite/compress-files.ts';
import { publicAssets } from '#scripts/vite/public-assets.ts';
import { emptyDocuments, staffChunks } from '#scripts/vite/staff-scripts.ts';

/** The numbers of specification §9 that stylesheets need, as custom properties. */
function limitProperties(): string {
  const { base, ...wider } = TESTIMONIALS_PER_VIEW;
  const perView = Object.entries(wider).map(
    ([px, cards]) => `@media (width >= ${Number(px) / 16}rem) { :root { --testimonials-per-view: ${cards}; } }`,
  );
  return `:root { --testimonials-gap: ${TESTIMONIAL_GAP_PX}px; --testimonials-per-view: ${base}; } ${perView.join(' ')}`;
}

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), publicAssets(), emptyDocuments(), compressFiles()],
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'limits',
          AtRule: {
            // `@limits;` in a stylesheet.
            limits: (rule, { parse }) =>
              void rule.replaceWith(parse(limitProperties(), { from: rule.source?.input.from })),
          },
        },
      ],
    },
  },
  // Found before the first visit, which would be interrupted by a reload.
  optimizeDeps: { entries: ['src/site/islands/entry.ts'] },
  // These packages come as a hundred modules, of which the pages use few: bundled, a start takes a tenth less work.
  ssr: { noExternal: command === 'build' ? [/^@radix-ui/, 'aria-hidden', /^@tanstack/] : [] },
  // Without the compressed sizes, which nobody reads: a build prints its output only when it fails.
  build: { target: 'es2022', assetsInlineLimit: 2048, reportCompressedSize: false },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: staffChunks() } } } },
    },
  },
}));
