import { createHash } from 'node:crypto';

export type HashedPage = {
  html: string;
  /** The hashes of the page's own inline scripts, as sources of a Content-Security-Policy. */
  scriptHashes: string[];
};

/** External scripts, and data blocks, which are never executed. */
const WITHOUT_CODE = /\s(src=|type="application\/(ld\+)?json")/;

/**
 * Finds the inline scripts that were rendered with `nonce`, removes the nonce and returns the hash of each (CSP3
 * §6.7.2.3), so that the page can be cached with a fixed policy. `nonce` must be new for each rendering: a script that
 * was injected through data cannot have it, and gets no hash.
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
