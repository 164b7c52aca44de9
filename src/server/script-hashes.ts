import { createHash } from 'node:crypto';

export type HashedPage = {
  html: string;
  /** The hashes of the page's own inline scripts, as sources of a Content-Security-Policy. */
  scriptHashes: string[];
};

/** Script elements without inline code: external scripts, and data blocks, which are not executed. */
const WITHOUT_CODE = /\s(src=|type="application\/(ld\+)?json")/;

/**
 * Hashes the inline scripts that were rendered with `nonce` (CSP3 §6.7.2.3) and removes the nonce. The page can then be
 * cached with a fixed policy. `nonce` must be new for each rendering, so that a script injected through data does not
 * have it and gets no hash.
 */
export function hashInlineScripts(html: string, nonce: string): HashedPage {
  const mark = ` nonce="${nonce}"`;
  // redos-disable-next-line -- React closes every script element that it renders
  const scripts = html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs);
  const own = [...scripts].filter(([, attributes = '']) => attributes.includes(mark) && !WITHOUT_CODE.test(attributes));
  return {
    html: html.replaceAll(mark, ''),
    scriptHashes: [...new Set(own.map(([, , code = '']) => hashSource(code)))],
  };
}

function hashSource(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}
