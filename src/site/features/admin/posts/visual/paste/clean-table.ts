import type { Flow } from './flow.ts';
import { isHidden, readStyle } from './parse-inert.ts';
import { NO_MARKS, marksWithin } from './text-marks.ts';

/** Cleans the content of one cell into another cell. */
type CleanCell = (source: Element, target: Element) => void;

/** A table without its styles. One of a single cell is a frame around text, which is kept without it. */
export function cleanTable(source: HTMLTableElement, flow: Flow, cleanCell: CleanCell): void {
  const doc = source.ownerDocument;
  // Spreadsheets copy hidden rows and columns too.
  for (const cell of source.querySelectorAll('td, th'))
    if (isHidden(cell) || isHidden(cell.parentElement!)) cell.remove();
  removeEmptyRows(source);
  const rows = [...source.rows].filter((row) => row.cells.length > 0);
  const cells = rows.flatMap((row) => [...row.cells]);
  if (cells.length === 0) return;
  if (cells.length === 1) return unframe(cells[0]!, flow, cleanCell);
  const table = doc.createElement('table');
  const caption = source.caption?.textContent?.trim();
  if (caption) table.appendChild(doc.createElement('caption')).textContent = caption;
  const headerRows = countHeaderRows(source, rows);
  const parts = { head: doc.createElement('thead'), body: doc.createElement('tbody') };
  for (const [index, row] of rows.entries()) {
    const isHeader = index < headerRows;
    const target = (isHeader ? parts.head : parts.body).appendChild(doc.createElement('tr'));
    for (const cell of row.cells) target.append(copyCell(cell, isHeader, cleanCell));
  }
  for (const part of [parts.head, parts.body]) if (part.firstChild) table.append(part);
  flow.block(table);
}

/** Word ends a table with merged cells by a row of no height, which only holds the widths of its columns. */
function removeEmptyRows(source: HTMLTableElement): void {
  for (const row of source.querySelectorAll('tr[height="0"]')) if (!row.textContent?.trim()) row.remove();
  for (const [index, row] of [...source.rows].entries()) if (row.cells.length === 0) shortenSpans(source, index);
}

/** The cells of other rows no longer reach over the row, which has no cell of its own and is left out. */
function shortenSpans(source: HTMLTableElement, index: number): void {
  for (const [above, row] of [...source.rows].slice(0, index).entries())
    for (const cell of row.cells) if (cell.rowSpan > index - above) cell.rowSpan -= 1;
}

function unframe(cell: Element, flow: Flow, cleanCell: CleanCell): void {
  const content = cell.ownerDocument.createElement('div');
  cleanCell(cell, content);
  for (const child of Array.from(content.childNodes))
    if (
      child.nodeType === Node.ELEMENT_NODE &&
      (child as Element).matches('p, ul, ol, table, blockquote, pre, h2, h3, h4, figure')
    )
      flow.block(child as Element);
    else flow.add(child);
}

function copyCell(cell: HTMLTableCellElement, isHeader: boolean, cleanCell: CleanCell): Element {
  const copy = cell.ownerDocument.createElement(isHeader || cell.localName === 'th' ? 'th' : 'td');
  if (cell.colSpan > 1) copy.setAttribute('colspan', String(cell.colSpan));
  if (cell.rowSpan > 1) copy.setAttribute('rowspan', String(cell.rowSpan));
  // Word processors align the paragraphs of a cell.
  const align = alignOf(cell) ?? alignOf(cell.querySelector(':scope > p')) ?? '';
  if (['center', 'right'].includes(align)) copy.setAttribute('align', align);
  cleanCell(cell, copy);
  if (copy.localName === 'th') for (const bold of copy.querySelectorAll('strong')) bold.replaceWith(...bold.childNodes);
  return copy;
}

const alignOf = (element: Element | null): string | undefined =>
  element ? (readStyle(element).get('text-align') ?? element.getAttribute('align')?.toLowerCase()) : undefined;

/** The rows of `thead`, of `th` only, or a first row that is bold throughout where the others are not. */
function countHeaderRows(source: HTMLTableElement, rows: readonly HTMLTableRowElement[]): number {
  const inHead = rows.filter((row) => row.parentElement === source.tHead).length;
  if (inHead > 0 && inHead < rows.length) return inHead;
  const [first, ...others] = rows;
  if (inHead > 0 || !first || others.length === 0) return Math.min(inHead, 1);
  const isHeader = [...first.cells].every((cell) => cell.localName === 'th');
  if (!isHeader && (!isBold(first) || others.every(isBold))) return 0;
  // Browsers cut a cell at the end of the head.
  let end = 1;
  for (const [at, row] of rows.entries())
    if (at < end) for (const { rowSpan } of row.cells) end = Math.max(end, at + rowSpan);
  return end < rows.length ? end : 0;
}

function isBold(row: HTMLTableRowElement): boolean {
  const cells = [...row.cells].filter((cell) => cell.textContent?.trim());
  return cells.length > 0 && cells.every((cell) => boldLength(cell) === lengthOf(cell));
}

const lengthOf = (element: Element): number => element.textContent?.replace(/\s/g, '').length ?? 0;
const isBoldElement = (element: Element): boolean => marksWithin(element, NO_MARKS).tags.has('strong');

function boldLength(cell: Element): number {
  if (isBoldElement(cell)) return lengthOf(cell);
  return [...cell.children].reduce((sum, child) => sum + boldLength(child), 0);
}
