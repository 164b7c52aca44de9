import { coverFor } from '#site/art/cover.ts';
import { INK, STONE_1, STONE_2, STONE_4 } from '#site/art/palette.ts';
import { drawArchMask, drawBayFrame, drawMark } from '#site/art/stonework.ts';
import { balanceLines, canBeSet, setLine, settable, widthOf } from './set-type.ts';

export const CARD = { width: 1200, height: 630 } as const;

export type Card = {
  title: string;
  /** Above the title: the category of a post, or the kind of page. */
  label: string;
  /** At the bottom, beside the logo. */
  foot: string;
  /** The seed of the lattice in the arch. */
  cover: { slug: string; category_slug?: string | null };
  /** A picture in place of the lattice, as a data URL. */
  picture?: string;
};

const LEFT = 64;
const TITLE = { width: 632, top: 68, bottom: 468, leading: 1.02, tracking: -0.024 } as const;
const SIZES = [124, 112, 100, 92, 84, 76, 68, 62, 56, 50, 45, 40, 36, 32, 28, 24, 20, 16];
/** The rule above the footer. */
const RULE = 608;
const WINDOW = { x: 720, y: 90, width: 416, height: 520, sill: 20 } as const;
const LABEL = { face: 'sans', size: 26, tracking: 0.005 } as const;
const FOOT = { face: 'serif', size: 34, tracking: -0.01 } as const;

/** Draws the share image of a page as SVG. `fallback` replaces a title in a script that the typefaces do not have. */
export function drawCard(card: Card, fallback: string): string {
  const wanted = settable(card.title);
  const title = wanted && canBeSet(wanted, 'serif') ? wanted : fallback;
  const label = settable(card.label);
  const showsLabel = label !== '' && canBeSet(label, 'sans');
  const top = TITLE.top + (showsLabel ? 62 : 8);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}" viewBox="0 0 ${CARD.width} ${CARD.height}">` +
    `<path fill="${STONE_2}" d="M0 0h${CARD.width}v${CARD.height}H0z"/><g fill="${INK}">` +
    (showsLabel ? setLine(label, fitted(label, LABEL), LEFT, TITLE.top + 24) : '') +
    drawTitle(title, top) +
    `<path d="M${LEFT} 496.5h${RULE}" stroke="${INK}" stroke-opacity=".72"/>` +
    setLine(card.foot, fitted(card.foot, FOOT), LEFT + 60, 567) +
    `</g>${nest(drawMark(), LEFT, 532, 40, 48)}${drawWindow(card)}</svg>`
  );
}

/** Draws the title as large as it fits, with balanced lines and without truncation. */
function drawTitle(title: string, top: number): string {
  for (const size of SIZES) {
    const style = { face: 'serif', size, tracking: TITLE.tracking } as const;
    const measure = (text: string) => widthOf(text, style);
    const lines = balanceLines(title, TITLE.width, measure);
    const height = lines.length * size * TITLE.leading;
    const isLast = size === SIZES.at(-1);
    if (!isLast && (height > TITLE.bottom - top || lines.some((line) => measure(line) > TITLE.width))) continue;
    return lines
      .map((line, index) => setLine(line, style, LEFT - size * 0.03, top + size * (0.76 + index * TITLE.leading)))
      .join('');
  }
  return '';
}

/** Reduces the size until the text fits beside the picture. */
function fitted<Style extends { face: 'serif' | 'sans'; size: number; tracking: number }>(
  text: string,
  style: Style,
): Style {
  const available = RULE - 60;
  return { ...style, size: Math.min(style.size, (style.size * available) / Math.max(1, widthOf(text, style))) };
}

function drawWindow({ cover, picture }: Card): string {
  const { x, y, width, height, sill } = WINDOW;
  const inside = { x: x + width * 0.09, y: y + height * 0.112, width: width * 0.82, height: height * 0.888 };
  const view = picture
    ? `<image href="${picture}" x="${inside.x}" y="${inside.y}" width="${inside.width}" height="${inside.height}" preserveAspectRatio="xMidYMid slice"/>`
    : nest(coverFor(cover), inside.x, inside.y, inside.width, inside.height);
  // redos-disable-next-line -- our own drawing
  const arch = /d="([^"]+)"/.exec(drawArchMask())?.[1] ?? '';
  const fit = `translate(${inside.x} ${inside.y}) scale(${inside.width / 820} ${inside.height / 1110})`;
  return (
    `<clipPath id="arch"><path transform="${fit}" d="${arch}"/></clipPath>` +
    nest(drawBayFrame(), x, y, width, height) +
    `<g clip-path="url(#arch)">${view}</g>` +
    `<path fill="${STONE_1}" d="M${x} ${y + height}h${width}v${sill}h-${width}z"/>` +
    `<path fill="${STONE_4}" d="M${x} ${y + height}h${width}v7h-${width}z"/>` +
    `<path stroke="${INK}" d="M${x} ${y + height + 0.5}h${width}"/>`
  );
}

/** Nests an SVG document in a box of this one. */
function nest(svg: string, x: number, y: number, width: number, height: number): string {
  return svg.replace(/^<svg xmlns="[^"]*"/, `<svg x="${x}" y="${y}" width="${width}" height="${height}"`);
}
