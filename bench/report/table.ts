import type { Row } from './row.ts';

const HEAD = ['what', 'must reach', 'measured', 'baseline', 'ratio', 'met'];

/** The rows as a Markdown table with aligned columns, for the terminal and for the documents. */
export function tableOf(rows: readonly Row[]): string {
  return alignedTable(
    HEAD,
    rows.map(({ what, mustReach, measured, baseline, ratio, met }) => [
      what,
      mustReach,
      measured,
      baseline,
      ratio === null ? '' : formatRatio(ratio),
      met === null ? '–' : met ? 'yes' : '**no**',
    ]),
  );
}

/** A Markdown table with aligned columns. */
export function alignedTable(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...lines.map((line) => line[column]?.length ?? 0)));
  const write = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [write(head), write(widths.map((width) => '-'.repeat(Math.max(3, width)))), ...lines.map(write)].join('\n');
}

function formatRatio(ratio: number): string {
  return `${ratio.toFixed(ratio < 10 ? 2 : 0)} ×`;
}

/** `12,345 a second`. */
export function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en')} a second`;
}

/** Milliseconds with three digits that matter, or seconds from ten seconds on. */
export function milliseconds(value: number): string {
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} s`;
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
}

/** Kilobytes of 1,000 bytes. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
