import { trustedTypes } from '#site/ui/trusted-types.ts';

/** Private to this file: the documents made here run no script and load nothing, and only cleaned copies leave them. */
const policy = trustedTypes?.createPolicy('post-paste', { createHTML: (html) => html });

/** Parses HTML into a document without a browsing context. */
export function parseInert(html: string): Document {
  return new DOMParser().parseFromString((policy?.createHTML(html) ?? html) as string, 'text/html');
}
