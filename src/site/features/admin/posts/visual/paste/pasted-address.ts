/** Redirects that other services put around an address, and the parameter that holds it. */
const WRAPPERS: readonly { host: RegExp; path: RegExp; parameter: string }[] = [
  { host: /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/, path: /^\/url$/, parameter: 'q' },
  { host: /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/, path: /^\/url$/, parameter: 'url' },
  { host: /^lm?\.facebook\.com$/, path: /^\/l\.php$/, parameter: 'u' },
  { host: /\.safelinks\.protection\.outlook\.com$/, path: /^\//, parameter: 'url' },
  { host: /^(?:www\.)?linkedin\.com$/, path: /^\/redir\/redirect$/, parameter: 'url' },
  { host: /^(?:www\.)?youtube\.com$/, path: /^\/redirect$/, parameter: 'q' },
];
const TRACKING = /^(?:utm_\w+|fbclid|gclid|mc_eid|mc_cid|igshid|msclkid)$/;
const SCHEMES = ['https:', 'http:', 'mailto:', 'tel:'];

/**
 * The address of a pasted link without redirects and tracking parameters, as a path where it is on `origin`; null for
 * one that a post may not have.
 */
export function pastedAddress(href: string, origin: string): string | null {
  const typed = href.trim();
  if (/^\/(?!\/)/.test(typed)) return typed;
  if (!URL.canParse(typed)) return null;
  const url = withoutWrapper(new URL(typed));
  if (!SCHEMES.includes(url.protocol)) return null;
  const tracked = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  for (const name of tracked) url.searchParams.delete(name);
  if (url.origin === origin) return url.pathname + url.search + url.hash;
  // URL adds a slash to a bare host, and rewrites the rest only where a parameter was deleted.
  return tracked.length > 0 || url.href !== new URL(typed).href ? url.href : typed;
}

function withoutWrapper(url: URL): URL {
  for (const { host, path, parameter } of WRAPPERS) {
    const inner = url.searchParams.get(parameter);
    const isWrapped = host.test(url.hostname) && path.test(url.pathname) && inner && URL.canParse(inner);
    if (isWrapped) return withoutWrapper(new URL(inner));
  }
  return url;
}
