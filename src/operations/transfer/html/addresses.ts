/** Schemes of links that posts may have; the sanitiser has the same. */
const LINK_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * The address of a link as it is stored, or null for one that posts may not have, such as `javascript:`. Browsers leave
 * out control characters and white space in a scheme (WHATWG URL), so they are left out first. A relative address is
 * kept without a base.
 */
export function linkAddress(href: string, base: URL | null): string | null {
  const address = href.replaceAll(/\p{Cc}/gu, '').trim();
  const scheme = SCHEME.exec(address)?.[0].toLowerCase();
  if (scheme !== undefined) return LINK_SCHEMES.has(scheme) ? address : null;
  if (address.startsWith('//')) return URL.canParse(`https:${address}`) ? `https:${address}` : null;
  if (address.startsWith('#') || !base) return address;
  return URL.parse(address, base)?.href ?? null;
}

/** An address of the web, resolved against the earlier website, or null. */
export function webAddress(address: string, base: URL | null): URL | null {
  const url = address.trim() === '' ? null : URL.parse(address.trim(), base ?? undefined);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}

/** Whether two addresses are of one website, with or without `www.` */
export function isSameSite(url: URL, site: URL | null): boolean {
  return site !== null && hostOf(url) === hostOf(site);
}

/** The host of a website without `www.` */
export function hostOf({ host }: URL): string {
  return host.replace(/^www\./, '');
}

export const isPdf = ({ pathname }: URL): boolean => /\.pdf$/i.test(pathname);
