import { INK, PAPER } from '#site/art/palette.ts';
import { firm } from '#site/content/firm.ts';

const icons = [192, 512].map((side) => ({
  src: `/icon-${side}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose: 'any maskable',
}));

/** The web application manifest. */
export function loader() {
  const manifest = {
    name: firm.name,
    icons,
    theme_color: INK,
    background_color: PAPER,
    display: 'browser',
    start_url: '/',
  };
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } });
}
