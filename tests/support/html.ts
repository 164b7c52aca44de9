import { Parser } from 'htmlparser2';

export type Element = { tag: string; attributes: Record<string, string>; text: string };

/** The elements of a page in order, each with the text directly inside it. */
export function parseFragment(html: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      const element = { tag, attributes, text: '' };
      elements.push(element);
      open.push(element);
    },
    ontext: (text) => {
      const inner = open.at(-1);
      if (inner) inner.text += text;
    },
    onclosetag: () => void open.pop(),
  });
  parser.write(html);
  parser.end();
  return elements;
}
