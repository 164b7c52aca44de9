import { dataAddress } from './data-address.ts';
import { drawFigure, type FigureName } from './figures.ts';
import { type Light, litAt } from './daylight.ts';
import type { Lattice } from './jali.ts';
import { drawLitWall, type LitWall, type Stop } from './light.ts';
import { INK, MARIGOLD, STONE_3 } from './palette.ts';

export type CoveredPost = { slug: string; category_slug?: string | null };
/** A page: `figure` is drawn on its wall. */
export type CoveredPage = CoveredPost & { figure?: FigureName };

type Wall = { wall: string; edge: string; glow: readonly Stop[] };

/** One wall and one light for each field of the practice. */
const WALLS = {
  trade: {
    wall: '#14213d',
    edge: '#5b6b93',
    glow: [
      [0, '#fbe9cf'],
      [0.24, '#eebd85'],
      [0.6, '#7d6654'],
      [1, '#14213d'],
    ],
  },
  customs: {
    wall: '#23443c',
    edge: '#6d8c80',
    glow: [
      [0, '#f8f0dc'],
      [0.3, '#d3d2ac'],
      [0.65, '#5f7f6a'],
      [1, '#23443c'],
    ],
  },
  exchange: {
    wall: '#6d2f26',
    edge: '#b77a66',
    glow: [
      [0, '#fdecdd'],
      [0.3, '#efb795'],
      [0.65, '#b2644c'],
      [1, '#6d2f26'],
    ],
  },
  /** A light wall with a dark background. */
  entry: {
    wall: '#e3bfa8',
    edge: '#fbf0e6',
    glow: [
      [0, '#0d1730'],
      [0.4, '#24345a'],
      [0.75, '#94857f'],
      [1, '#e3bfa8'],
    ],
  },
} as const satisfies Record<string, Wall>;

/** The same light on a wall of ink, for the heads of pages. */
const DUSK: Record<keyof typeof WALLS, readonly Stop[]> = {
  trade: dusk('#e4c39b', '#a28468', '#4c5369'),
  customs: dusk('#c9d3b0', '#7f957f', '#3f5a62'),
  exchange: dusk('#ecb99b', '#ab6f5c', '#574355'),
  entry: dusk('#efdccb', '#b3a196', '#565c74'),
};

function dusk(lamp: string, near: string, far: string): readonly Stop[] {
  return [
    [0, lamp],
    [0.2, near],
    [0.46, far],
    [0.76, '#222f50'],
    [1, INK],
  ];
}

const WALL_OF_CATEGORY: Partial<Record<string, keyof typeof WALLS>> = {
  'foreign-trade-policy': 'trade',
  'customs-and-gst': 'customs',
  'fema-and-international-tax': 'exchange',
  'market-entry-and-global-trade': 'entry',
};

/** Families of lattices; within a family the angle varies by up to `spread`. */
const FAMILIES: readonly { size: number; bar: number; depth: Lattice['depth']; angle: number; spread: number }[] = [
  { size: 180, bar: 15, depth: 2, angle: 67.5, spread: 9 },
  { size: 144, bar: 13, depth: 1, angle: 66, spread: 5 },
  { size: 240, bar: 18, depth: 3, angle: 58, spread: 4 },
  { size: 120, bar: 11, depth: 2, angle: 61, spread: 5 },
];

/** Behind figures, whose parts are small. */
const FINE = { size: 72, bar: 6, lattice: { angle: 67.5, depth: 2 } } as const;

const WIDTH = 720;
const HEIGHT = 900;

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)];
  if (!item) throw new Error('There is nothing to pick from.');
  return item;
}
const between = (least: number, most: number, random: Random) => Math.round(least + (most - least) * random());

function wallOf({ slug, category_slug }: CoveredPost): keyof typeof WALLS {
  const known = Object.hasOwn(WALL_OF_CATEGORY, category_slug ?? '') && WALL_OF_CATEGORY[category_slug ?? ''];
  if (known) return known;
  return pick(Object.keys(WALLS) as (keyof typeof WALLS)[], randomFrom(category_slug || slug));
}

function latticeOf(random: Random): Pick<LitWall, 'size' | 'bar' | 'lattice'> {
  const { size, bar, depth, angle, spread } = pick(FAMILIES, random);
  return { size, bar, lattice: { depth, angle: between((angle - spread) * 2, (angle + spread) * 2, random) / 2 } };
}

/**
 * The cover of a post without a featured image, as an SVG document of 720 × 900. The category gives the wall and its
 * light, the slug the lattice and the place of the lamp; the same post always has the same cover, on the server and
 * in the browser.
 */
export function coverFor(post: CoveredPost): string {
  const random = randomFrom(post.slug);
  const lit: LitWall = {
    width: WIDTH,
    height: HEIGHT,
    ...WALLS[wallOf(post)],
    ...latticeOf(random),
    lamp: { x: between(240, 480, random), y: between(300, 480, random), radius: between(600, 700, random) },
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice">${drawLitWall(lit)}</svg>`;
}

/**
 * The wall behind the head of a page, as an SVG document: the lattice of the page's cover in ink, so that the wall runs
 * into the ground beside it, with light in the colours of its category and of the hour from the upper right. The light
 * of a figure is behind it.
 */
export function pageWallFor(page: CoveredPage, light: Light): string {
  const random = randomFrom(page.slug);
  const lattice = page.figure ? FINE : latticeOf(random);
  const lamp = page.figure
    ? { x: 1330, y: 230, radius: 760 }
    : { x: between(1340, 1520, random), y: between(0, 160, random), radius: between(820, 900, random) };
  const figure = page.figure ? drawFigure(page.figure, INK, STONE_3, MARIGOLD) : '';
  const lit: LitWall = {
    width: 1600,
    height: 720,
    wall: INK,
    edge: '#5d6c95',
    ...lattice,
    ...litAt(light, { glow: DUSK[wallOf(page)], lamp }),
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 720" preserveAspectRatio="xMaxYMid slice">${drawLitWall(lit)}${figure}</svg>`;
}

/** Addresses that are kept, because the same posts are shown again and again; the oldest is dropped first. */
const MAX_KEPT = 200;
const kept = new Map<string, string>();

/** The cover as an address for `<img src>`. */
export function coverSource(post: CoveredPost): string {
  const key = `${post.slug} ${post.category_slug ?? ''}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const source = dataAddress(coverFor(post));
  kept.set(key, source);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return source;
}

type Random = () => number;

/** A number from a text (FNV-1a), then a stream of numbers from that number (mulberry32): the same text, the same stream. */
function randomFrom(text: string): Random {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
