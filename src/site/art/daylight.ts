import type { LitWall, Stop } from './light.ts';

type Colours = readonly [lamp: string, near: string, far: string];

type Daylight = {
  /** The hour of the day at which it begins. */
  from: number;
  colours: Colours;
  /** The share of these colours, from 0 to 1; the rest is the wall's own. */
  share: number;
  /** The radius of the glow, and how far its middle is moved down, in units of the drawing. */
  reach: number;
  drop: number;
};

/** The light behind a lattice through the day, in the order of the hours. */
const DAYLIGHT = {
  dawn: { from: 5, colours: ['#f3cfd4', '#a7829f', '#4a4b78'], share: 0.66, reach: 0.96, drop: 150 },
  morning: { from: 7, colours: ['#fdf0d4', '#cdb183', '#5d6577'], share: 0.6, reach: 1.04, drop: 40 },
  noon: { from: 11, colours: ['#ffffff', '#ccd6dc', '#6c7f97'], share: 0.74, reach: 1.12, drop: 0 },
  afternoon: { from: 15, colours: ['#ffe7ab', '#dba550', '#6d5a4e'], share: 0.7, reach: 1.04, drop: 70 },
  dusk: { from: 17, colours: ['#ffbf8f', '#bd5d55', '#5a3b62'], share: 0.66, reach: 1, drop: 170 },
  evening: { from: 19, colours: ['#f6cf9c', '#b8793e', '#4a4250'], share: 0.6, reach: 0.92, drop: 80 },
  night: { from: 22, colours: ['#eaa653', '#7d4a22', '#2c2b42'], share: 0.8, reach: 0.72, drop: 100 },
} as const satisfies Record<string, Daylight>;

export type Light = keyof typeof DAYLIGHT;

export const LIGHTS = Object.keys(DAYLIGHT) as Light[];

/** The light at an hour of the day, from 0 to 23. Until the first light of the day begins, the last one holds. */
export function lightAtHour(hour: number): Light {
  return LIGHTS.findLast((light) => DAYLIGHT[light].from <= hour) ?? 'night';
}

/** The glow and the lamp of a wall in this light. The outer stops, which run into the wall, stay as they are. */
export function litAt(light: Light, { glow, lamp }: Pick<LitWall, 'glow' | 'lamp'>): Pick<LitWall, 'glow' | 'lamp'> {
  const { colours, share, reach, drop } = DAYLIGHT[light];
  const tinted = glow.map(([at, colour], index): Stop => {
    const tint = colours[index];
    return [at, tint === undefined ? colour : mix(colour, tint, share)];
  });
  return { glow: tinted, lamp: { x: lamp.x, y: lamp.y + drop, radius: Math.round(lamp.radius * reach) } };
}

/** A colour between two, written `#rrggbb`. */
function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(from, at) * (1 - share) + channel(to, at) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
