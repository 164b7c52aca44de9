import type { JWTVerifyGetKey } from 'jose';
import { createRemoteJWKSet } from 'jose/jwks/remote';
import * as oauth from 'oauth4webapi';
import type { AuthorizationServer } from 'oauth4webapi';
import { causedBy } from '../../http/errors.ts';
import { AuthError } from '../errors.ts';

/** An OpenID Connect provider, as the operator configures it. */
export type OidcProvider = {
  /** Its name on the wire and in `auth.identities`: `google`, `azure`, `keycloak`, `custom:acme`. */
  name: string;
  /** Without a trailing slash unless the issuer has one; https, or http on a loopback address. */
  issuer: string;
  /** The audiences of accepted tokens, at least one. The first is this site's own, used for sign-in by redirect. */
  clientIds: readonly string[];
  /** Null: only tokens that an application has got itself are accepted, there is no sign-in by redirect. */
  clientSecret: string | null;
  /**
   * Whether all addresses of this issuer count as verified. For an issuer of the operator's own that does not say so
   * itself; anybody who can set an address there can open the account of that address.
   */
  trustsEmail: boolean;
};

/** A configured provider, with what its issuer publishes. */
export type Provider = OidcProvider & {
  /** Endpoints of the issuer. Throws AuthError `provider_unreachable`. */
  server: () => Promise<AuthorizationServer>;
  /** The public keys of the issuer. Throws AuthError `provider_unreachable`. */
  keySet: () => Promise<JWTVerifyGetKey>;
  requests: ReturnType<typeof requestOptions>;
};

/** Finds a provider by its name on the wire, in any case; null for one that is not configured. */
export type FindProvider = (name: string | null | undefined) => Provider | null;

const TIMEOUT_MS = 5000;
/** Endpoints change rarely; keys have a cache of their own, of ten minutes. */
const METADATA_KEPT_MS = 3_600_000;

/** Prepares the configured providers. Nothing is requested before the first use; failures are not remembered. */
export function openProviders(configured: readonly OidcProvider[]): FindProvider {
  const providers = new Map(configured.map((one) => [one.name, openProvider(one)]));
  return (name) => providers.get((name ?? '').toLowerCase()) ?? null;
}

function openProvider(configured: OidcProvider): Provider {
  const requests = requestOptions(configured.issuer);
  const server = remember(METADATA_KEPT_MS, () => discover(configured.issuer, requests));
  let known: { uri: string; keys: JWTVerifyGetKey } | null = null;
  const keySet = async (): Promise<JWTVerifyGetKey> => {
    const uri = (await server()).jwks_uri ?? '';
    // The set is kept while its address is the same, because it counts its own requests.
    if (known?.uri !== uri)
      known = { uri, keys: createRemoteJWKSet(requireSafe(uri), { timeoutDuration: TIMEOUT_MS }) };
    return known.keys;
  };
  return { ...configured, requests, server, keySet };
}

function requestOptions(issuer: string) {
  return {
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
    // The configuration allows http for loopback addresses only.
    [oauth.allowInsecureRequests]: issuer.startsWith('http://'),
  };
}

/** The document must name the configured issuer, which the library checks. */
async function discover(issuer: string, options: ReturnType<typeof requestOptions>): Promise<AuthorizationServer> {
  const url = new URL(issuer);
  const server = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options));
  if (issuer.startsWith('https://')) requireSafe(server.jwks_uri ?? '');
  return server;
}

/** Keys that decide who somebody is are read over TLS, or from this machine. */
function requireSafe(address: string): URL {
  const url = URL.parse(address);
  if (url?.protocol === 'https:' || url?.hostname === '127.0.0.1' || url?.hostname === 'localhost') return url;
  throw new Error(`The address of the key set is not https: ${address}`);
}

/** Calls `load` again when the value is older than `keptMs`. Concurrent calls share one; an error is not kept. */
function remember<T>(keptMs: number, load: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; at: number } | null = null;
  return async () => {
    if (!kept || performance.now() - kept.at > keptMs) kept = { value: load(), at: performance.now() };
    const { value } = kept;
    try {
      return await value;
    } catch (error) {
      if (kept?.value === value) kept = null;
      throw causedBy(new AuthError('provider_unreachable'), error);
    }
  };
}
