import { withoutReferences } from './footnotes.ts';

/**
 * The alignment of the cells of a sanitised body. A cell may have an `align` of its own; columns that hold only figures,
 * such as ₹ 1,23,456, are aligned to the right.
 */

export type Cell = { text: string; colspan: number; rowspan: number; isHead: boolean };

const FIGURE =
  // redos-disable-next-line -- a text of at most 40 characters
  /^[(]?[+\u2212-]? ?(?:(?:₹|Rs\.?|INR|US\$|USD|\$|€|EUR|£|GBP) ?)?[+\u2212-]?(?:0|[1-9]\d{0,15}|[1-9]\d{0,2}(?:,\d{2,3}){1,6})(?:\.\d{1,6})? ?(?:%|lakhs?|crores?|cr|mn|bn)?(?:\/-)?[)]?$/i;
/** What stands for a figure that there is none of. */
const NO_FIGURE = /^(?:|[-\u2013\u2014]|nil|n\/?a)$/i;
const MAX_COLUMNS = 100;
const MAX_FIGURE = 40;

/** For each cell of each row, whether it stands in a column of figures. Cells over several columns do not. */
export function findFigures(rows: readonly (readonly Cell[])[]): boolean[][] {
  const columns = placeCells(rows);
  const kinds = new Map<number, boolean>();
  for (const [row, cells] of rows.entries())
    for (const [at, { text, colspan, isHead }] of cells.entries()) {
      const shown = text.replace(/\s+/g, ' ').trim();
      if (isHead || colspan > 1 || NO_FIGURE.test(shown)) continue;
      const column = columns[row]![at]!;
      kinds.set(column, (kinds.get(column) ?? true) && shown.length <= MAX_FIGURE && FIGURE.test(shown));
    }
  return rows.map((cells, row) =>
    cells.map(({ colspan }, at) => colspan === 1 && kinds.get(columns[row]![at]!) === true),
  );
}

/** The first column of each cell: a cell that reaches over rows leaves no place for others. */
function placeCells(rows: readonly (readonly Cell[])[]): number[][] {
  const takenUntil: number[] = [];
  return rows.map((cells, row) => {
    let column = 0;
    return cells.map(({ colspan, rowspan }) => {
      while ((takenUntil[column] ?? 0) > row) column += 1;
      const first = column;
      for (const end = Math.min(column + colspan, MAX_COLUMNS); column < end; column += 1)
        takenUntil[column] = row + rowspan;
      return first;
    });
  });
}

// redos-disable-next-line -- the sanitiser has closed every tag
const TAG = /<(\/?)(table|tr|t[dh])\b([^>]*)>/g;

type OpenCell = Omit<Cell, 'text'> & { at: number; from: number; align: string | undefined };
type OpenTable = { rows: { cells: Cell[]; tags: OpenCell[] }[]; cell: OpenCell | null };
type Edit = { at: number; align: string };

/** Writes the alignment of cells as classes, which style sheets read: `align` is obsolete on pages. */
export function alignCells(html: string): string {
  const open: OpenTable[] = [];
  const edits: Edit[] = [];
  for (const { 0: tag, 1: slash, 2: name, 3: attributes = '', index } of html.matchAll(TAG)) {
    const table = open.at(-1);
    if (name === 'table' && !slash) open.push({ rows: [], cell: null });
    else if (name === 'table') edits.push(...alignmentOf(open.pop()));
    else if (name === 'tr' && !slash) table?.rows.push({ cells: [], tags: [] });
    else if (name !== 'tr' && table && !slash)
      table.cell = readCell(name === 'th', attributes, index, index + tag.length);
    else if (name !== 'tr' && table?.cell) {
      // redos-disable-next-line -- the sanitiser has closed every tag
      const text = withoutReferences(html.slice(table.cell.from, index)).replace(/<[^<>]*>/g, '');
      table.rows.at(-1)?.cells.push({ ...table.cell, text });
      table.rows.at(-1)?.tags.push(table.cell);
    }
  }
  return writeClasses(html, edits);
}

function readCell(isHead: boolean, attributes: string, at: number, from: number): OpenCell {
  const span = (found: RegExpExecArray | null) => Math.min(Number(found?.[1]) || 1, 1000);
  return {
    isHead,
    colspan: span(/ colspan="(\d{1,9})"/.exec(attributes)),
    rowspan: span(/ rowspan="(\d{1,9})"/.exec(attributes)),
    align: / align="([a-z]{1,10})"/.exec(attributes)?.[1],
    at,
    from,
  };
}

function alignmentOf(table: OpenTable | undefined): Edit[] {
  if (!table) return [];
  const figures = findFigures(table.rows.map(({ cells }) => cells));
  return table.rows.flatMap(({ tags }, row) =>
    tags.flatMap(({ at, align }, index) => {
      const shown = align ?? (figures[row]?.[index] ? 'right' : undefined);
      return shown ? [{ at, align: shown }] : [];
    }),
  );
}

const ALIGNMENTS = ['left', 'center', 'right'];

function writeClasses(html: string, edits: readonly Edit[]): string {
  let written = '';
  let from = 0;
  for (const { at, align } of edits.toSorted((a, b) => a.at - b.at)) {
    const end = html.indexOf('>', at);
    // redos-disable-next-line -- the sanitiser has closed every tag
    const tag = html.slice(at, end).replace(/ align="[^"]*"/, '');
    written += html.slice(from, at) + tag + (ALIGNMENTS.includes(align) ? ` class="align-${align}"` : '');
    from = end;
  }
  return written + html.slice(from);
}
