import { drawArch, drawRing, SEVEN_FOILS } from './arch.ts';
import { type Light, litAt } from './daylight.ts';
import { drawOpening, drawRepeat } from './jali.ts';
import { drawLitWall, type Stop } from './light.ts';
import { INK, MARIGOLD, STONE_1, STONE_3, STONE_4 } from './palette.ts';
import { drawStar } from './star.ts';

/** The pieces that stylesheets and pages use as images. Each function gives a whole SVG document. */
const svg = (size: string, body: string) => `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${body}</svg>`;
const fixed = (w: number, h: number) => `width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"`;
const rows = (opacity: number, d: string) => `<path fill="none" stroke="${INK}" stroke-opacity="${opacity}" d="${d}"/>`;

/** A hairline lattice in stone, one repeat. */
export const drawHairline = () =>
  svg(fixed(96, 96), `<path d="${drawRepeat(96)}" fill="none" stroke="${STONE_3}" stroke-width="1.25"/>`);

/** The course above a façade: a star between mouldings. Repeats along x. */
export const drawFrieze = () =>
  svg(
    fixed(48, 64),
    `<path fill="${STONE_3}" d="M0 0h48v16H0z"/><path fill="${STONE_1}" d="M0 16h48v8H0zM0 56h48v8H0z"/>` +
      `<path fill="${STONE_4}" d="M0 24h48v32H0z"/><path fill="${STONE_1}" d="${drawStar([24, 40], 12)}"/>` +
      rows(0.6, 'M0 .5h48M0 16.5h48M0 24.5h48M0 56.5h48M0 63.5h48'),
  );

/** The pierced parapet under a façade. Repeats along x. */
export const drawRail = () =>
  svg(
    fixed(72, 88),
    `<pattern id="p" width="36" height="36" patternUnits="userSpaceOnUse" y="8"><path d="${drawRepeat(36, { angle: 67.5, depth: 1 })}" fill="none" stroke="${STONE_1}" stroke-width="3"/></pattern>` +
      `<path fill="${STONE_1}" d="M0 0h72v88H0z"/><path fill="${STONE_4}" d="M0 8h72v72H0z"/><path fill="url(#p)" d="M0 8h72v72H0z"/>` +
      rows(0.6, 'M0 .5h72M0 8.5h72M0 80.5h72M0 87.5h72'),
  );

const BAY = { x: 36, y: 56, width: 328, height: 444 };
const stone = (fill: string, d: string) =>
  `<path fill="${fill}" stroke="${INK}" stroke-opacity=".6" vector-effect="non-scaling-stroke" d="${d}"/>`;

/** The moulding round an arched picture: two rings and the dark opening behind it. */
export const drawBayFrame = () =>
  svg(
    'viewBox="0 0 400 500"',
    stone(STONE_1, drawRing(BAY, 28)) + stone(STONE_3, drawRing(BAY, 13)) + stone(INK, drawArch(BAY)),
  );

/** The same bay in the dark, for empty lists. */
export const drawUnlitBay = () =>
  svg(
    fixed(400, 500),
    `<defs><pattern id="p" width="82" height="82" patternUnits="userSpaceOnUse" x="159"><path d="${drawRepeat(82)}" fill="none" stroke="#43506f" stroke-width="2.5"/></pattern></defs>` +
      stone(STONE_1, drawRing(BAY, 28)) +
      stone(STONE_3, drawRing(BAY, 13)) +
      stone(INK, drawArch(BAY)) +
      `<path fill="url(#p)" d="${drawArch(BAY)}"/>`,
  );

/** The opening of a bay as a mask in unit space, which scales to its box. */
export const drawArchMask = () =>
  svg(
    'viewBox="0 0 820 1110" preserveAspectRatio="none"',
    `<path d="${drawArch({ width: 820, height: 1110 }, SEVEN_FOILS, 0)}"/>`,
  );

const WALL = { width: 1600, height: 720, wall: INK, size: 120, bar: 10, lattice: { angle: 67.5, depth: 2 } } as const;
const band = (body: string) => svg('viewBox="0 0 1600 720" preserveAspectRatio="xMaxYMid slice"', body);
const CLOSING_LAMP = { x: 1330, y: 250, radius: 700 };
const LAMPLIGHT: readonly Stop[] = [
  [0, '#f6cf9c'],
  [0.14, '#dc9a52'],
  [0.42, '#5e4d43'],
  [0.72, '#26304a'],
  [1, INK],
];
/** The closing band: a wall with one lamp behind it. */
export const drawClosingWall = (light: Light) =>
  band(drawLitWall({ ...WALL, edge: '#4a5a84', ...litAt(light, { lamp: CLOSING_LAMP, glow: LAMPLIGHT }) }));

/** The wall of the not-found page: a large lattice in the dark, one opening of it lit. */
export function drawLostWall(): string {
  const [size, angle] = [300, 62];
  const centre = [1200, 450] as const;
  const lattice = drawRepeat(size, { angle, depth: 1 }, 0);
  return svg(
    'viewBox="0 0 1600 900" preserveAspectRatio="xMaxYMid slice"',
    `<defs><radialGradient id="s" gradientUnits="userSpaceOnUse" cx="${centre[0]}" cy="${centre[1]}" r="720"><stop stop-color="#8a6647" stop-opacity=".62"/><stop offset=".4" stop-color="#3c4057" stop-opacity=".55"/><stop offset="1" stop-color="${INK}" stop-opacity="0"/></radialGradient>` +
      `<radialGradient id="o" gradientUnits="userSpaceOnUse" cx="${centre[0]}" cy="${centre[1]}" r="150"><stop stop-color="#fff3dc"/><stop offset=".55" stop-color="#f6cf9c"/><stop offset="1" stop-color="${MARIGOLD}"/></radialGradient>` +
      `<path id="l" d="${lattice}"/><pattern id="p" width="${size}" height="${size}" patternUnits="userSpaceOnUse" x="${centre[0] - size / 2}" y="${centre[1] - size / 2}"><g fill="none" stroke-linejoin="round"><use href="#l" stroke="#0f1a33" stroke-width="26"/><use href="#l" stroke="#4a5a84" stroke-width="2.4" stroke-opacity=".6"/></g></pattern></defs>` +
      `<path fill="${INK}" d="M0 0h1600v900H0z"/><path fill="url(#s)" d="M0 0h1600v900H0z"/><path fill="url(#o)" d="${drawOpening(centre, size, angle)}"/><path fill="url(#p)" d="M0 0h1600v900H0z"/>`,
  );
}

/** The mark: the lattice's star in a five-foil arch. */
export const drawMark = () =>
  svg(
    'viewBox="0 0 40 48"',
    `<path d="${drawArch({ width: 40, height: 48 }, { foils: 2, margin: 0.03, sag: 0.22 })}" fill="${INK}"/><path d="${drawStar([20, 28.4], 13, 0.6)}" fill="${MARIGOLD}"/>`,
  );

/** The mark on a square of paper, for places that show an icon alone; `inset` keeps it clear of a round cut. */
export function drawIcon(inset = 0.1, ground = ''): string {
  const height = 48 / (1 - 2 * inset);
  const x = (height - 40) / 2;
  const y = (height - 48) / 2;
  const side = height.toFixed(2);
  // redos-disable-next-line -- our own drawing
  const inside = drawMark().replace(/^<svg[^>]*>|<\/svg>$/g, '');
  const wall = ground && `<path fill="${ground}" d="M0 0h${side}v${side}H0z"/>`;
  return svg(
    `viewBox="0 0 ${side} ${side}"`,
    `${wall}<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)})">${inside}</g>`,
  );
}
