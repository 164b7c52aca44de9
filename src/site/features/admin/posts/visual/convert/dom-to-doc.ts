import { Fragment, Mark, type Node, type Schema } from '@tiptap/pm/model';
import { allowedElement } from '#contract/post-body/allowed-elements.ts';
import { spanOf } from '../schema/schema.ts';

/** Reads clean HTML as it stands: unlike ProseMirror's parser it moves and merges nothing, and throws `UnkeptError`. */
export function domToDoc(schema: Schema, body: Element): Node {
  const reader = new DomReader(schema);
  const doc = schema.node('doc', null, reader.readFlow(body));
  doc.check();
  return doc;
}

const isInline = (child: ChildNode): boolean =>
  child.nodeType === 3 || child.nodeName === 'BR' || child.nodeName === 'IMG' || kindOf(child) === 'mark';
const isBlank = (text: string): boolean => !/[^ \t\r\n\f]/.test(text);
const kindOf = (child: ChildNode) => allowedElement(child.nodeName.toLowerCase())?.kind;

class DomReader {
  readonly schema: Schema;
  private lastKey = 0;

  constructor(schema: Schema) {
    this.schema = schema;
  }

  /** Blocks, and text without an element as `loose`. Never empty, so that the caret finds a place. */
  readFlow(parent: Element): Node[] {
    const blocks: Node[] = [];
    let run: ChildNode[] = [];
    const endRun = (): void => {
      const inline = run.flatMap((child) => this.readInline(child, Mark.none));
      run = [];
      const isLayout = inline.every((node) => node.isText && node.marks.length === 0 && isBlank(node.text ?? ''));
      if (!isLayout) blocks.push(this.schema.node('loose', null, inline));
    };
    for (const child of parent.childNodes) {
      if (isInline(child)) run.push(child);
      else {
        endRun();
        if (child.nodeType === 1) blocks.push(this.readBlock(child as Element));
      }
    }
    endRun();
    return blocks.length > 0 ? blocks : [this.schema.node('loose')];
  }

  readBlock(element: Element): Node {
    const tag = element.localName;
    if (tag === 'table') return readTable(this, element);
    const content = allowedElement(tag)?.content;
    const type = this.schema.nodes[tag];
    if (!content || !type) throw new UnkeptError(tag);
    const children = (): Node[] => {
      if (content === 'empty') return [];
      if (content === 'inline') return this.readText(element);
      if (content === 'flow' || content.andFlow) return this.readFlow(element);
      return this.readParts(element);
    };
    return this.create(tag, attributesIn(element), children());
  }

  /** The elements of a list or of a part of a table; text between them is only layout. */
  readParts(element: Element): Node[] {
    if (Array.from(element.childNodes).some((child) => child.nodeType === 3 && child.textContent?.trim()))
      throw new UnkeptError(element.localName);
    return Array.from(element.children, (child) => this.readBlock(child));
  }

  readText(element: Element): Node[] {
    return Array.from(element.childNodes).flatMap((child) => this.readInline(child, Mark.none));
  }

  create(name: string, attributes: Record<string, unknown>, children: Node[]): Node {
    const type = this.schema.nodes[name];
    const content = Fragment.from(children);
    if (!type?.validContent(content)) throw new UnkeptError(name);
    return type.create(attributes, content);
  }

  private readInline(child: ChildNode, marks: readonly Mark[]): Node[] {
    if (child.nodeType === 3) return child.textContent ? [this.schema.text(child.textContent, marks)] : [];
    if (child.nodeType !== 1) return [];
    const element = child as Element;
    const tag = element.localName;
    if (tag === 'br' || tag === 'img') return [this.schema.node(tag, attributesIn(element), undefined, marks)];
    const type = this.schema.marks[tag];
    if (!type) throw new UnkeptError(tag);
    const mark = type.create({ ...attributesIn(element), key: (this.lastKey += 1) });
    const inner = mark.addToSet(marks);
    // The same element twice around a text, which the schema has no place for.
    if (inner.length !== marks.length + 1) throw new UnkeptError(tag);
    return Array.from(element.childNodes).flatMap((node) => this.readInline(node, inner));
  }
}

/** The HTML has a structure that the schema does not have, such as a list in bold; the message is the element. */
export class UnkeptError extends Error {}

function attributesIn(element: Element): Record<string, unknown> {
  const isCell = element.localName === 'td' || element.localName === 'th';
  return Object.fromEntries(
    Array.from(element.attributes, ({ name, value }) => [
      name,
      isCell && name.endsWith('span') ? spanOf(value) : value,
    ]),
  );
}

/** A table as rows that know their section, within a node for its caption if it has one. */
function readTable(reader: DomReader, element: Element): Node {
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

function readCaption(reader: DomReader, element: Element): Node {
  if (element.previousElementSibling) throw new UnkeptError('caption');
  return reader.create('caption', {}, reader.readText(element));
}

function readSection(reader: DomReader, element: Element, part: number): Node[] {
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
