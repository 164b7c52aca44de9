import type { Node } from '@tiptap/pm/model';
import { attributesIn, type ElementReader, UnkeptError } from './read-element.ts';

/** A table as rows that know their section, within a node for its caption if it has one. */
export function readTable(reader: ElementReader, element: Element): Node {
  const rows: Node[] = [];
  let caption: Node | undefined;
  const counts = new Map<string, number>();
  for (const child of element.children) {
    const part = counts.get(child.localName) ?? 0;
    counts.set(child.localName, part + 1);
    if (child.localName === 'caption') caption = readCaption(reader, child);
    else rows.push(...readSection(reader, child, part));
  }
  const table = reader.create('table', {}, rows);
  return caption ? reader.create('captionedTable', {}, [caption, table]) : table;
}

function readCaption(reader: ElementReader, element: Element): Node {
  if (element.previousElementSibling) throw new UnkeptError('caption');
  return reader.create('caption', {}, reader.readText(element));
}

function readSection(reader: ElementReader, element: Element, part: number): Node[] {
  if (!['thead', 'tbody', 'tfoot'].includes(element.localName)) throw new UnkeptError(element.localName);
  const rows = Array.from(element.children, (row) => {
    const cells = Array.from(row.children, (cell) =>
      reader.create(cell.localName, attributesIn(cell), reader.readFlow(cell)),
    );
    return reader.create('tr', { section: element.localName, part }, cells);
  });
  if (rows.length === 0) throw new UnkeptError(element.localName);
  return rows;
}
