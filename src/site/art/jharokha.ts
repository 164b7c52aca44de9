import { drawArch, drawRing, NINE_FOILS, type ArchShape } from './arch.ts';
import { drawRepeat } from './jali.ts';
import { INK, STONE_1, STONE_2, STONE_3, STONE_4, STONE_5 } from './palette.ts';
import { drawStar } from './star.ts';

/** Part of a façade in elevation, drawn flat, as an architect would. The plate, 800 × 1000, cuts the side bays. */
const WIDTH = 800;
const HEIGHT = 1000;

const HAIRLINE = `stroke="${INK}" vector-effect="non-scaling-stroke"`;
const solid = (fill: string, d: string) => `<path fill="${fill}" ${HAIRLINE} stroke-opacity=".6" d="${d}"/>`;
const line = (d: string, opacity = 0.75) => `<path fill="none" ${HAIRLINE} stroke-opacity="${opacity}" d="${d}"/>`;
const box = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}z`;
/** A course of stone across the whole plate. */
const course = (fill: string, y: number, h: number) => solid(fill, box(-2, y, WIDTH + 4, h));

type Opening = {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  glow: 'lamp' | 'dusk';
  shape: ArchShape;
};

function drawBay({ id, glow, shape, ...frame }: Opening): string {
  const d = drawArch(frame, shape);
  const pane = box(frame.x, frame.y, frame.width, frame.height);
  return (
    solid(STONE_1, drawRing(frame, 30, shape)) +
    solid(STONE_3, drawRing(frame, 14, shape)) +
    `<clipPath id="${id}"><path d="${d}"/></clipPath><path d="${d}" fill="${INK}"/>` +
    `<g clip-path="url(#${id})"><path fill="url(#${glow})" d="${pane}"/><path fill="url(#lattice)" d="${pane}"/></g>` +
    line(d, 0.9)
  );
}

function drawColumn(x: number, y: number, h: number): string {
  const foot = y + h;
  return (
    solid(STONE_1, box(x - 9, y, 18, h)) +
    line(`M${x - 3} ${y}v${h}M${x + 3} ${y}v${h}`, 0.3) +
    solid(STONE_3, `M${x - 20} ${y - 26}h40v8c-6 2-11 8-11 18h-18c0-10-5-16-11-18z`) +
    solid(STONE_4, box(x - 13, y, 26, 6)) +
    solid(STONE_3, `M${x - 20} ${foot + 26}h40v-8c-6-2-11-8-11-18h-18c0 10-5 16-11 18z`) +
    solid(STONE_4, box(x - 13, foot - 6, 26, 6))
  );
}

function drawRailing(x: number, w: number): string {
  const panel = box(x, 774, w, 96);
  return (
    solid(STONE_1, box(x - 10, 764, w + 20, 116)) +
    `<path fill="${STONE_4}" d="${panel}"/><path fill="url(#rail)" d="${panel}"/>` +
    line(panel)
  );
}

function drawBracket(x: number): string {
  return (
    solid(STONE_3, `M${x - 22} 942h44c0 22-8 30-12 58h-20c-4-28-12-36-12-58z`) +
    line(`M${x - 7} 944c0 20 1 36 2 56M${x + 7} 944c0 20-1 36-2 56`, 0.3)
  );
}

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);

function drawDefinitions(): string {
  return (
    '<defs><radialGradient id="lamp" gradientUnits="userSpaceOnUse" cx="400" cy="440" r="400"><stop stop-color="#fdeed6"/><stop offset=".32" stop-color="#ecb87c"/><stop offset=".72" stop-color="#6e5a4c"/><stop offset="1" stop-color="#28304a"/></radialGradient>' +
    '<linearGradient id="dusk" x2="0" y2="1"><stop stop-color="#3a4870"/><stop offset="1" stop-color="#1a2747"/></linearGradient>' +
    `<pattern id="lattice" width="80" height="80" patternUnits="userSpaceOnUse" x="360" y="20"><path d="${drawRepeat(80)}" fill="none" stroke="${INK}" stroke-width="7"/></pattern>` +
    `<pattern id="rail" width="32" height="32" patternUnits="userSpaceOnUse" x="384" y="774"><path d="${drawRepeat(32, { angle: 67.5, depth: 1 })}" fill="none" stroke="${STONE_1}" stroke-width="2.6"/></pattern></defs>`
  );
}

function drawCornice(): string {
  const stars = range(0, WIDTH, 40)
    .map((x) => drawStar([x, 62], 14))
    .join('');
  return (
    course(STONE_3, -2, 30) +
    course(STONE_1, 28, 14) +
    course(STONE_4, 42, 40) +
    `<path d="${stars}" fill="${STONE_1}"/>` +
    course(STONE_1, 82, 12)
  );
}

function drawWindows(): string {
  const side = { y: 270, width: 192, height: 458, glow: 'dusk', shape: { foils: 2 } } as const;
  return (
    drawBay({ id: 'b', x: -60, ...side }) +
    drawBay({ id: 'c', x: 668, ...side }) +
    drawBay({ id: 'a', x: 246, y: 176, width: 308, height: 552, glow: 'lamp', shape: NINE_FOILS }) +
    [189, 611].map((x) => drawColumn(x, 376, 326) + solid(STONE_4, drawStar([x, 190], 30))).join('')
  );
}

function drawBalcony(): string {
  return (
    course(STONE_3, 728, 14) +
    course(STONE_1, 742, 10) +
    course(STONE_3, 752, 140) +
    drawRailing(224, 352) +
    drawRailing(-60, 214) +
    drawRailing(646, 214) +
    course(STONE_4, 892, 16) +
    course(STONE_1, 908, 10) +
    course(STONE_3, 918, 24) +
    `<path fill="${STONE_5}" fill-opacity=".45" d="M0 942h800v58H0z"/>` +
    range(40, 760, 80).map(drawBracket).join('')
  );
}

export function drawJharokha(): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice">` +
    drawDefinitions() +
    `<path fill="${STONE_2}" d="M0 0h800v1000H0z"/>` +
    drawCornice() +
    drawWindows() +
    drawBalcony() +
    '</svg>'
  );
}

const [WALL, SHADE, REVEAL, FLOOR] = ['#1d2945', '#141f3a', '#4b4a61', '#2b304b'];
const WINDOW = { x: 230, y: 150, width: 340, height: 520 };
const SILL = WINDOW.y + WINDOW.height;
const inked = (fill: string, d: string) =>
  `<path fill="${fill}" stroke="${STONE_4}" stroke-opacity=".45" vector-effect="non-scaling-stroke" d="${d}"/>`;

/** The window from inside: the lattice is dark against the day, and its light lies on the floor. */
export function drawJharokhaInside(): string {
  const opening = drawArch(WINDOW, NINE_FOILS);
  const lattice = (id: string, stroke: string) =>
    `<pattern id="${id}" width="80" height="80" patternUnits="userSpaceOnUse" x="360" y="20"><path d="${drawRepeat(80)}" fill="none" stroke="${stroke}" stroke-width="9"/></pattern>`;
  const niche = (x: number) => inked(SHADE, drawArch({ x, y: 400, width: 104, height: 200 }, { foils: 2 }));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice"><defs>` +
    '<radialGradient id="day" gradientUnits="userSpaceOnUse" cx="400" cy="340" r="400"><stop stop-color="#fffaf0"/><stop offset=".5" stop-color="#f8dcb0"/><stop offset="1" stop-color="#e0a15c"/></radialGradient>' +
    `<radialGradient id="wall" gradientUnits="userSpaceOnUse" cx="400" cy="420" r="560"><stop stop-color="#5b5468"/><stop offset=".6" stop-color="${WALL}"/><stop offset="1" stop-color="${SHADE}"/></radialGradient>` +
    `${lattice('dark', INK)}${lattice('cast', FLOOR)}</defs>` +
    `<path fill="url(#wall)" d="M0 0h800v1000H0z"/>` +
    inked(REVEAL, drawRing(WINDOW, 52, NINE_FOILS)) +
    inked(SHADE, drawRing(WINDOW, 34, NINE_FOILS)) +
    inked(STONE_4, drawRing(WINDOW, 10, NINE_FOILS)) +
    `<path fill="url(#day)" d="${opening}"/><path fill="url(#dark)" d="${opening}"/>` +
    niche(40) +
    niche(656) +
    [92, 708].map((x) => inked(REVEAL, drawStar([x, 250], 34))).join('') +
    `<path fill="${FLOOR}" d="M0 ${SILL + 90}h800v${HEIGHT - SILL - 90}H0z"/>` +
    `<g transform="matrix(1.25 0 .35 -.62 -334 1180)"><path fill="#f0c48c" fill-opacity=".72" d="${opening}"/><path fill="url(#cast)" d="${opening}"/></g>` +
    inked(REVEAL, box(-2, SILL, WIDTH + 4, 18)) +
    inked(SHADE, box(-2, SILL + 18, WIDTH + 4, 60)) +
    inked(REVEAL, box(-2, SILL + 78, WIDTH + 4, 12)) +
    '</svg>'
  );
}
