import { drawArch, drawRing, NINE_FOILS } from './arch.ts';
import { radians, writeNumbers } from './geometry.ts';
import { drawStar } from './star.ts';

/** What a service is about, as openings in the wall behind the head of its page, and lines in front of it. */
type Figure = { openings: string; lines?: string };

/** The middle of the figures on the wall, and where those that stand have their feet. */
const MIDDLE = [1290, 360] as const;
const FOOT = 530;

const six = [0, 1, 2, 3, 4, 5];
const join = (parts: readonly string[]): string => parts.join('');
const box = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}z`;
/** Bars and arches that stand beside each other, 86 from one to the next. */
const place = (index: number) => 1036 + index * 86;

/** The ends of the bars of a profit, in per cent (sections/services/due-diligence.css). */
const PROFIT = [
  [0, 100],
  [80, 100],
  [64, 80],
  [64, 76],
  [66, 76],
  [0, 66],
] as const;

const FIGURES = {
  /** The six years of an obligation that grows. */
  years: { openings: join(six.map((n) => box(place(n), FOOT - 80 - n * 52, 72, 80 + n * 52))) },
  /** Money that passes the bank. */
  bank: {
    openings: box(1240, 180, 100, 360),
    lines: join([250, 360, 470].map((y) => `M1040 ${y}h184M1356 ${y}h180m-16-12l16 12-16 12`)),
  },
  /** The stages of a consignment. */
  consignment: {
    openings: join([0, 1, 2, 3, 4].map((n) => drawStar([1064 + n * 112, 360], n === 2 ? 70 : 46))),
    lines: 'M1000 360h18M1110 360h20M1222 360h-4M1358 360h-4M1446 360h20M1558 360h42',
  },
  /** Six phases. */
  phases: {
    openings: join(
      six.map((n) => drawArch({ x: place(n), y: FOOT - 130 - n * 42, width: 74, height: 130 + n * 42 }, undefined, 0)),
    ),
  },
  profit: {
    openings: join(PROFIT.map(([from, to], n) => box(place(n), FOOT - to * 3.4, 72, (to - from) * 3.4))),
    lines: 'M1108 190h14M1194 258h14M1280 312h14M1366 272h14M1452 306h14',
  },
  /** Four forums, one inside the other. */
  forums: {
    openings: join(
      [0, 44, 88, 132].map((by) => drawRing({ x: 1204, y: 400, width: 172, height: FOOT - 400 }, by, NINE_FOILS)),
    ),
  },
  /** The twelve months. */
  year: {
    openings: join(
      Array.from({ length: 12 }, (_, month) => {
        const angle = radians(month * 30);
        return drawStar([MIDDLE[0] + 158 * Math.cos(angle), MIDDLE[1] + 158 * Math.sin(angle)], 36);
      }),
    ),
    lines: `M${writeNumbers([MIDDLE[0], MIDDLE[1] - 84])}v84l58 34`,
  },
  /** Eight authorities. */
  authorities: {
    openings: join(
      [...six, 6, 7].map((n) => drawArch({ x: 1036 + n * 64, y: 220, width: 50, height: FOOT - 220 }, undefined, 0)),
    ),
    lines: `M1020 ${FOOT + 12}h526`,
  },
  /** Three destinations. */
  destinations: {
    openings: join(
      [
        [1490, 470, 62],
        [1100, 236, 40],
        [1214, 292, 40],
        [1352, 516, 40],
      ].map(([x = 0, y = 0, radius = 0]) => drawStar([x, y], radius)),
    ),
    lines: 'M1440 424C1370 330 1250 230 1144 232M1436 434C1380 360 1320 310 1258 298M1424 486l-30 14',
  },
} as const satisfies Record<string, Figure>;

export type FigureName = keyof typeof FIGURES;

/** The SVG elements of a figure, to lie over a lit wall of the size 1600 × 720: the wall beside its openings is dark. */
export function drawFigure(name: FigureName, wall: string, edge: string, line: string): string {
  const { openings, lines }: Figure = FIGURES[name];
  return (
    `<path fill="${wall}" fill-opacity=".84" fill-rule="evenodd" d="M0 0h1600v720H0z${openings}"/>` +
    `<path fill="none" stroke="${edge}" stroke-width="2" d="${openings}"/>` +
    (lines ? `<path fill="none" stroke="${line}" stroke-width="3" d="${lines}"/>` : '')
  );
}
