import type { Node } from '@tiptap/pm/model';
import { spanOf } from '../schema/attributes.ts';

/** The HTML has a structure that the schema does not have, such as a list in bold; the message is the element. */
export class UnkeptError extends Error {}

/** What the reader of tables uses of the reader of documents. */
export type ElementReader = {
  create: (name: string, attributes: Record<string, unknown>, children: Node[]) => Node;
  readFlow: (parent: Element) => Node[];
  readText: (element: Element) => Node[];
};

export function attributesIn(element: Element): Record<string, unknown> {
  const isCell = element.localName === 'td' || element.localName === 'th';
  return Object.fromEntries(
    Array.from(element.attributes, ({ name, value }) => [
      name,
      isCell && name.endsWith('span') ? spanOf(value) : value,
    ]),
  );
}
