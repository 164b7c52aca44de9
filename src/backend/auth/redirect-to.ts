/** Where a link in a mail may lead in the end (wire.md 1.5). */
export type RedirectRules = { siteUrl: string; allowList: readonly string[] };

/** The first of the wanted addresses that is allowed, in the form browsers read it, else the site's own. */
export function chooseRedirect(rules: RedirectRules, wanted: readonly (string | null | undefined)[]): string {
  const addresses = wanted.flatMap((text) => (text ? (URL.parse(text) ?? []) : []));
  return addresses.find((url) => isAllowed(rules, url))?.href ?? rules.siteUrl;
}

function isAllowed({ siteUrl, allowList }: RedirectRules, url: URL): boolean {
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (isWeb && (url.origin === URL.parse(siteUrl)?.origin || isLoopbackAddress(url.hostname))) return true;
  if (RUNS_CODE.has(url.protocol)) return false;
  const address = url.href.replace(/#.*$/, '');
  return allowList.some((glob) => globToRegExp(glob).test(address) || globToRegExp(glob).test(trimSlash(address)));
}

/** No list, however generous, may lead here. */
const RUNS_CODE = new Set(['javascript:', 'data:', 'vbscript:']);

/** An IP address of this machine itself; the name `localhost` needs an entry in the list, as in GoTrue. */
function isLoopbackAddress(hostname: string): boolean {
  return hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** `*` and `?` stop at dots and slashes, `**` does not; every other character stands for itself. */
export function globToRegExp(glob: string): RegExp {
  const pattern = glob.replace(/\*\*|[*?]|[\\^$.|+()[\]{}/]/g, (sign) => {
    if (sign === '**') return '.*';
    if (sign === '*') return '[^./]*';
    return sign === '?' ? '[^./]' : `\\${sign}`;
  });
  return new RegExp(`^${pattern}$`);
}

function trimSlash(address: string): string {
  return address.replace(/\/$/, '');
}
