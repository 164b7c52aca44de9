/** Where cleaned nodes go. */
export type Flow = {
  /** Text, line breaks and pictures. */
  add: (node: Node) => void;
  block: (element: Element) => void;
  /** Ends the paragraph. */
  end: () => void;
};

/** Blocks within `parent`; text between them gets paragraphs of its own. Two line breaks in a row end a paragraph. */
export function createFlow(parent: Element): Flow {
  let paragraph: Element | null = null;
  const end = (): void => {
    if (!paragraph) return;
    tidyText(paragraph);
    if (isEmpty(paragraph)) paragraph.remove();
    paragraph = null;
  };
  return {
    add: (node) => {
      if (isBreak(node) && isBreak(paragraph?.lastChild)) {
        paragraph?.lastChild?.remove();
        end();
        return;
      }
      if (isBreak(paragraph?.lastChild) && node.nodeType === Node.TEXT_NODE && !node.textContent?.trim()) return;
      paragraph ??= parent.appendChild(parent.ownerDocument.createElement('p'));
      paragraph.append(node);
    },
    block: (element) => {
      end();
      parent.append(element);
    },
    end,
  };
}

/** Only text within `parent`, for a heading: the text of blocks is kept, separated by spaces. */
export function createTextFlow(parent: Element): Flow {
  const add = (node: Node): void => parent.append(node);
  const end = (): void => add(parent.ownerDocument.createTextNode(' '));
  return { add, block: (element) => add(element.ownerDocument.createTextNode(element.textContent ?? '')), end };
}

const isBreak = (node: Node | null | undefined): boolean => (node as Element | null | undefined)?.localName === 'br';

export function isEmpty(element: Element): boolean {
  return !element.textContent?.trim() && !element.querySelector('img, table');
}

/** Collapses white space across elements, joins neighbours with the same marks, and removes breaks at the ends. */
export function tidyText(block: Element): void {
  joinEqual(block);
  let afterSpace = true;
  let last: Text | null = null;
  const walker = block.ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text || node.nodeType === Node.TEXT_NODE) {
      const text = (node as Text).data.replace(/\s+/g, ' ');
      (node as Text).data = afterSpace ? text.replace(/^ /, '') : text;
      if (!(node as Text).data) continue;
      afterSpace = text.endsWith(' ');
      last = node as Text;
    } else if (isBreak(node)) {
      if (last) last.data = last.data.replace(/ $/, '');
      afterSpace = true;
      last = null;
    } else if ((node as Element).localName === 'img') {
      afterSpace = false;
      last = null;
    }
  }
  if (last) last.data = last.data.replace(/ $/, '');
  for (const end of ['firstChild', 'lastChild'] as const) while (isBreak(block[end])) block[end]!.remove();
  removeEmptyMarks(block);
}

function removeEmptyMarks(block: Element): void {
  for (const mark of [...block.querySelectorAll('a, strong, em, u, s, sub, sup, code')].toReversed())
    if (!mark.textContent && !mark.querySelector('img, br')) mark.remove();
  block.normalize();
}

function joinEqual(parent: Element): void {
  for (let child = parent.firstElementChild; child; child = child.nextElementSibling) {
    while (isSameMark(child, child.nextSibling)) {
      const next = child.nextSibling as Element;
      child.append(...next.childNodes);
      next.remove();
    }
    joinEqual(child);
  }
}

function isSameMark(one: Element, other: Node | null): boolean {
  if (one.matches('img, br, small') || other?.nodeType !== Node.ELEMENT_NODE) return false;
  const element = other as Element;
  return element.localName === one.localName && element.getAttribute('href') === one.getAttribute('href');
}
