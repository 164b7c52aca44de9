import type { RenderedBody } from '#contract/post-body/render-body.ts';
import { trustedTypes } from '#site/ui/trusted-types.ts';

/** Private to this file: it only passes HTML that is written here or comes from the sanitiser. */
const policy = trustedTypes?.createPolicy('post-preview', { createHTML: (html) => html });
const trust = (html: string): string | TrustedHTML => policy?.createHTML(html) ?? html;

export const EMPTY_PAGE = trust(
  '<!doctype html><html lang="en-IN"><head><base target="_blank"></head><body></body></html>',
);

/** The sanitised HTML of a body as Trusted Types accept it. */
export function trustBody({ html }: Pick<RenderedBody, 'html'>): string | TrustedHTML {
  return trust(html);
}

/** Sanitised HTML as a document of its own, in which nothing runs or loads. */
export function parseTrusted(body: Pick<RenderedBody, 'html'>): Document {
  // The types of the DOM library know strings only.
  return new DOMParser().parseFromString(trustBody(body) as string, 'text/html');
}
