import { isIP } from 'node:net';
import type { BackendSettings } from '../../deps.ts';
import { AuthError } from '../errors.ts';

/** Loaded for the first passkey: almost 300 modules, which most processes never need. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** The site as browsers and authenticators know it. */
export type RelyingParty = { id: string; origin: string; name: string };

/**
 * The relying party of the site's address, or null where browsers accept none: its id is a domain, not an IP address
 * (https://www.w3.org/TR/webauthn-3/#rp-id), on https or on this machine.
 */
export function readRelyingParty({ siteUrl, siteName }: Pick<BackendSettings, 'siteUrl' | 'siteName'>) {
  const { hostname: id, origin, host, protocol } = new URL(siteUrl);
  const isAccepted = protocol === 'https:' ? isIP(id.replace(/^\[|\]$/g, '')) === 0 : id === 'localhost';
  return isAccepted ? { id, origin, name: siteName?.() ?? host } : null;
}

/** The same. Throws AuthError `passkey_disabled` instead of returning null. */
export function requireRelyingParty(settings: Pick<BackendSettings, 'siteUrl' | 'siteName'>): RelyingParty {
  const relyingParty = readRelyingParty(settings);
  if (!relyingParty) throw new AuthError('passkey_disabled');
  return relyingParty;
}
