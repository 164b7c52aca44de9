import { type Verdict, good, warning } from '../finding.ts';

/** The site itself speaks no TLS, so an https address means a reverse proxy, which the site must know of. */
export function checkProxy({ siteUrl, trustProxy }: { siteUrl: string; trustProxy: number }): Verdict {
  const isBehindProxy = siteUrl.startsWith('https:');
  if (isBehindProxy && trustProxy === 0) {
    return warning(
      'The site has a reverse proxy and does not trust it: all visitors seem to have one address, and share its limits.',
      'Set TRUST_PROXY=true, or TRUST_PROXY=2 behind a CDN and a load balancer.',
    );
  }
  if (!isBehindProxy && trustProxy > 0) {
    return warning(
      'TRUST_PROXY is set, and SITE_URL has no https: without a proxy visitors can choose the address that limits count.',
      'Unset TRUST_PROXY if no reverse proxy is in front.',
    );
  }
  return good(trustProxy === 0 ? 'No reverse proxy.' : `Addresses of visitors come from ${trustProxy} proxy hop(s).`);
}
