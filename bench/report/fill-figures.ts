import type { Row } from './row.ts';

/** A marker in Markdown and the figure after it: `<!-- bench:memory MB --> 180`. */
const MARKED = /(<!-- bench:([a-z-]+) [^<>]*--> )\S+/g;

/**
 * Writes the figure of the first row of each named measurement after its marker: the number of `measured`, without the
 * unit. Figures of measurements that were not made stay. Throws an Error for a name that no measurement has.
 */
export function fillFigures(markdown: string, rows: readonly Row[], names: readonly string[]): string {
  return markdown.replace(MARKED, (whole, marker: string, name: string) => {
    if (!names.includes(name)) throw new Error(`There is no measurement "${name}" for ${whole}.`);
    const row = rows.find(({ measurement, measured }) => measurement === name && /^\d/.test(measured));
    return row ? marker + row.measured.split(' ', 1)[0] : whole;
  });
}
