import { trustedTypes } from '#site/ui/trusted-types.ts';

/** Private to this file: the documents made here run no script and load nothing, and only cleaned copies leave them. */
const policy = trustedTypes?.createPolicy('post-paste', { createHTML: (html) => html });

/** Inline styles by this name, which `parseInert` gives them. */
export const STYLE_ATTRIBUTE = 'data-paste-style';

/** Parses HTML into a document without a browsing context. */
export function parseInert(html: string): Document {
  const markup = withoutInlineCode(html);
  return new DOMParser().parseFromString((policy?.createHTML(markup) ?? markup) as string, 'text/html');
}

/**
 * Renames `style` and removes event handlers. The Content-Security-Policy forbids both even in a document that shows and
 * runs nothing, and browsers report each of them. Markup that is not recognised here is only reported.
 */
function withoutInlineCode(html: string): string {
  return (
    html
      // redos-disable-next-line -- ends at the first closing tag
      .replace(/<style\b[^>]*>.*?<\/style\s*>/gis, '')
      // redos-disable-next-line -- each character is either in quotes or not
      .replace(/<[a-z][^\s/>]*(?:[^>"']|"[^"]*"|'[^']*')*>/gi, (tag) =>
        tag.replace(ATTRIBUTE, (attribute, name: string, value: string) => {
          if (name.toLowerCase() === 'style') return STYLE_ATTRIBUTE + value;
          return /^on/i.test(name) ? '' : attribute;
        }),
      )
  );
}

// redos-disable-next-line -- one tag of what the user copied
const ATTRIBUTE = /([^\s"'<>/=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))/g;

/**
 * The declarations of a `style` attribute, read from its text: the browser's own object model has no unknown properties
 * such as Word's `mso-list`.
 */
export function readStyle(element: Element): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  for (const declaration of (element.getAttribute(STYLE_ATTRIBUTE) ?? '').split(';')) {
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
  for (const { name, value } of element.attributes) if (name === STYLE_ATTRIBUTE) renamed.setAttribute(name, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}
