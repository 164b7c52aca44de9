import type { Row } from './row.ts';

/** A marker in Markdown and the figure after it: `<!-- bench:memory MB --> 180`. */
const MARKED = /(<!-- bench:([a-z-]+) [^<>]*--> )\S+/g;

/**
 * Writes the figure of each named measurement after its marker: the number of `measured` without the unit, of the row
 * that is marked for it, else of the first. Figures of measurements that were not made stay. Throws an Error for a name that no measurement has.
 */
export function fillFigures(markdown: string, rows: readonly Row[], names: readonly string[]): string {
  return markdown.replace(MARKED, (whole, marker: string, name: string) => {
    if (!names.includes(name)) throw new Error(`There is no measurement "${name}" for ${whole}.`);
    const own = rows.filter(({ measurement, measured }) => measurement === name && /^\d/.test(measured));
    const row = own.find(({ isCited }) => isCited) ?? own[0];
    return row ? marker + row.measured.split(' ', 1)[0] : whole;
  });
}
