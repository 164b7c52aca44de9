import type { RenderedBody } from '#contract/post-body/render-body.ts';
import { trustedTypes } from '#site/ui/trusted-types.ts';

/** Private to this file: it only passes HTML that is written here or comes from the sanitiser. */
const policy = trustedTypes?.createPolicy('post-preview', { createHTML: (html) => html });
const trust = (html: string): string | TrustedHTML => policy?.createHTML(html) ?? html;

export const EMPTY_PAGE = trust(
  '<!doctype html><html lang="en-IN"><head><base target="_blank"></head><body></body></html>',
);

/** The sanitised HTML of a body as Trusted Types accept it. */
export function trustBody({ html }: RenderedBody): string | TrustedHTML {
  return trust(html);
}
