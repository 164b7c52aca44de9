/**
 * The declarations of a `style` attribute, read from its text: the browser's own object model has no unknown properties
 * such as Word's `mso-list`.
 */
export function readStyle(element: Element): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  for (const declaration of (element.getAttribute('style') ?? '').split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    declarations.set(
      declaration.slice(0, colon).trim().toLowerCase(),
      declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase(),
    );
  }
  return declarations;
}

export function isHidden(element: Element): boolean {
  const style = readStyle(element);
  return element.hasAttribute('hidden') || style.get('display') === 'none' || style.get('mso-hide') === 'all';
}

/** Replaces an element by its children. */
export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Replaces an element by one of another name with the same attributes and children. */
export function rename(element: Element, tag: string): Element {
  const renamed = element.ownerDocument.createElement(tag);
  for (const { name, value } of element.attributes) if (name === 'style') renamed.setAttribute(name, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}
