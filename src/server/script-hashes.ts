import { createHash } from 'node:crypto';

export type SealedPage = {
  html: string;
  /** The sources of the page's own inline scripts, as a Content-Security-Policy names them. */
  scriptHashes: string[];
};

/** Files have an address of their own, and blocks of data are never run. */
const WITHOUT_CODE = /\s(src=|type="application\/(ld\+)?json")/;

/**
 * Finds the inline scripts that a page was rendered with, takes the nonce out of the page and names each by its hash
 * (CSP3 §6.7.2.3), so that the page can be kept and served with a fixed policy.
 * `nonce` must be new for each rendering: a script that came into the page by its data cannot carry it, and gets no hash.
 */
export function sealScripts(html: string, nonce: string): SealedPage {
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
