import type { postLinks } from '#site/content/post-links.ts';

type ErrorKind = keyof typeof postLinks.errors;
type ReadAddress = { address: string; error?: undefined } | { address?: undefined; error: ErrorKind };

const SCHEMES = ['https:', 'http:', 'mailto:', 'tel:'];
const HOST = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}(?::\d{1,5})?(?:[/?#]\S*)?$/i;

/** The address of a link as typed: a bare domain gets `https://`, and this site's own addresses become paths. */
export function readAddress(typed: string, origin: string): ReadAddress {
  const text = typed.trim();
  if (!text) return { error: 'missing' };
  if (/^(?:\/(?!\/)|#)\S*$/.test(text)) return { address: text };
  if (/^[^\s@:/]+@[^\s@:/]+\.[a-z]{2,24}$/i.test(text)) return { address: `mailto:${text}` };
  if (/^\+[\d ().-]{7,20}$/.test(text)) return { address: `tel:${text.replace(/[ ().-]/g, '')}` };
  if (HOST.test(text)) return withoutOrigin(`https://${text}`, origin);
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(text)?.[0].toLowerCase();
  if (!scheme || /\s/.test(text) || !URL.parse(text)) return { error: 'address' };
  if (!SCHEMES.includes(scheme)) return { error: 'scheme' };
  return isWhole(text, scheme) ? withoutOrigin(text, origin) : { error: 'address' };
}

function isWhole(text: string, scheme: string): boolean {
  if (scheme === 'mailto:') return /^mailto:[^@?]+@[^@?]+\.[^@?]+/i.test(text);
  if (scheme === 'tel:') return /^tel:\+?\d[\d().-]{4,}/i.test(text);
  return /^https?:\/\/[^/]/i.test(text);
}

function withoutOrigin(address: string, origin: string): ReadAddress {
  const { origin: own, pathname, search, hash } = new URL(address);
  return { address: own === origin ? pathname + search + hash : address };
}
