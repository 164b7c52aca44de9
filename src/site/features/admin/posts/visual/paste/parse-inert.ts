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
