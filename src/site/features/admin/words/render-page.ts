import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { setCurrentWords, wordsInForce } from '#site/content/current-words.ts';
import { trustedTypes } from '#site/ui/trusted-types.ts';
import { readMarks } from './marks.ts';

/** Private to this file: it only passes markup that React has rendered, which escapes all words. */
const policy = trustedTypes?.createPolicy('page-preview', { createHTML: (html) => html });

/** The markup of an element as Trusted Types accept it. */
export function markupOf(element: ReactElement): string | TrustedHTML {
  const html = `<!doctype html>${renderToStaticMarkup(element)}`;
  return policy?.createHTML(html) ?? html;
}

export type MarkedWords = { name: string; words: object; paths: readonly string[] };

/**
 * The body of a page with these words. `data-field` of an element names the fields whose text is in it. Nothing else
 * sees the words: rendering is synchronous, and afterwards those are in force again that were before.
 */
export function renderPage(makePage: () => ReactElement, { name, words, paths }: MarkedWords): HTMLElement {
  const before = wordsInForce()[name] ?? null;
  setCurrentWords(name, words);
  try {
    const { body } = new DOMParser().parseFromString(markupOf(makePage()) as string, 'text/html');
    nameFields(body, paths);
    return body;
  } finally {
    setCurrentWords(name, before);
  }
}

/** Replaces the marks by `data-field`, and removes what must not run, be shown without scripts, or be reached by Tab. */
function nameFields(body: HTMLElement, paths: readonly string[]): void {
  for (const element of body.querySelectorAll('script, noscript')) element.remove();
  for (const element of body.querySelectorAll('a, button, input, select, textarea, summary, [tabindex]')) {
    element.setAttribute('tabindex', '-1');
  }
  const take = (element: Element, marked: string): string => {
    const { text, indexes } = readMarks(marked);
    if (indexes.length > 0) {
      const fields = new Set([element.getAttribute('data-field') ?? [], indexes.map((index) => paths[index])].flat());
      element.setAttribute('data-field', [...fields].join(' '));
    }
    return text;
  };
  for (const element of body.querySelectorAll('*')) {
    for (const node of element.childNodes) {
      if (node instanceof Text) node.data = take(element, node.data);
    }
    for (const attribute of element.attributes) attribute.value = take(element, attribute.value);
  }
}

/** Makes `old` like `next`, and keeps all elements that are the same: pictures, and how far the page is scrolled. */
export function patch(old: Element, next: Element): void {
  for (const name of old.getAttributeNames()) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [olds, nexts] = [[...old.childNodes], [...next.childNodes]];
  for (const [index, child] of nexts.entries()) {
    const known = olds[index];
    if (!known) old.append(child);
    else if (known.isEqualNode(child)) continue;
    else if (isElement(known) && isElement(child) && known.tagName === child.tagName) patch(known, child);
    else known.replaceWith(child);
  }
  for (const left of olds.slice(nexts.length)) left.remove();
}

/** The elements may be of the frame, whose `Element` is another. */
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;
