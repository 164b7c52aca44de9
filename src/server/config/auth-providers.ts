import type { OidcProvider } from '#backend/auth/providers/providers.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const GOOGLE_ISSUER = 'https://accounts.google.com';
/** Providers that Supabase knows by these names; any other has the prefix `custom:`, as in a hosted project. */
const KNOWN_NAMES = new Set(['apple', 'gitlab', 'kakao', 'keycloak', 'linkedin_oidc', 'slack_oidc', 'twitch', 'zoom']);

/**
 * The OpenID Connect providers of `AUTH_GOOGLE_*`, `AUTH_MICROSOFT_*` and `AUTH_OIDC_<NAME>_*`. Throws a
 * ConfigurationError that names the variable.
 */
export function readProviders(environment: Environment): OidcProvider[] {
  return [...readGoogle(environment), ...readMicrosoft(environment), ...readOthers(environment)];
}

function readGoogle(environment: Environment): OidcProvider[] {
  return readProvider(environment, 'AUTH_GOOGLE', { name: 'google', issuer: () => GOOGLE_ISSUER });
}

/**
 * Only accounts of one tenant: the issuer of all tenants together would take the word of any of them for any address.
 * The name on the wire is Supabase's.
 */
function readMicrosoft(environment: Environment): OidcProvider[] {
  const issuer = (): string => {
    const tenant = environment['AUTH_MICROSOFT_TENANT']?.trim() ?? '';
    if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(tenant)) {
      throw new ConfigurationError('AUTH_MICROSOFT_TENANT is not the id of a directory (tenant), which is a UUID.');
    }
    return `https://login.microsoftonline.com/${tenant.toLowerCase()}/v2.0`;
  };
  return readProvider(environment, 'AUTH_MICROSOFT', { name: 'azure', issuer });
}

function readOthers(environment: Environment): OidcProvider[] {
  const names = Object.keys(environment).flatMap((variable) => {
    const name = /^AUTH_OIDC_([A-Z][A-Z0-9_]{0,40})_(?:ISSUER|CLIENT_ID|CLIENT_SECRET)$/.exec(variable)?.[1];
    return name && environment[variable]?.trim() ? [name] : [];
  });
  return [...new Set(names)].flatMap((name) => {
    const variable = `AUTH_OIDC_${name}_ISSUER`;
    if (!environment[variable]?.trim()) throw new ConfigurationError(`${variable} is missing.`);
    const lower = name.toLowerCase();
    if (lower === 'google' || lower === 'azure' || lower === 'microsoft') {
      throw new ConfigurationError(
        `${variable}: this provider has variables of its own, AUTH_GOOGLE_… or AUTH_MICROSOFT_….`,
      );
    }
    const issuer = (): string => requireIssuer(variable, environment[variable]?.trim() ?? '');
    return readProvider(environment, `AUTH_OIDC_${name}`, {
      name: KNOWN_NAMES.has(lower) ? lower : `custom:${lower}`,
      issuer,
      isNamed: true,
    });
  });
}

type Known = { name: string; issuer: () => string; isNamed?: boolean };

function readProvider(environment: Environment, prefix: string, { name, issuer, isNamed }: Known): OidcProvider[] {
  const clientIds = (environment[`${prefix}_CLIENT_ID`] ?? '').split(',').flatMap((id) => id.trim() || []);
  const clientSecret = environment[`${prefix}_CLIENT_SECRET`]?.trim() || null;
  if (clientIds.length === 0) {
    if (isNamed || clientSecret) throw new ConfigurationError(`${prefix}_CLIENT_ID is missing.`);
    return [];
  }
  return [{ name, issuer: issuer(), clientIds, clientSecret, trustsEmail: readTrust(environment, prefix) }];
}

function readTrust(environment: Environment, prefix: string): boolean {
  const value = environment[`${prefix}_TRUST_EMAIL`]?.trim() ?? '';
  if (!['', 'true', 'false', '1', '0'].includes(value)) {
    throw new ConfigurationError(`${prefix}_TRUST_EMAIL is not true or false.`);
  }
  if (value !== 'true' && value !== '1') return false;
  if (prefix === 'AUTH_GOOGLE')
    throw new ConfigurationError(
      'AUTH_GOOGLE_TRUST_EMAIL is not supported: Google states itself whether an address is verified.',
    );
  return true;
}

/** http is for an issuer on this machine, as in tests. */
function requireIssuer(variable: string, issuer: string): string {
  const url = URL.parse(issuer);
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname);
  const isBare = url !== null && url.username + url.password + url.search + url.hash === '';
  if (isBare && (url.protocol === 'https:' || isLocal)) return issuer;
  throw new ConfigurationError(`${variable} is not an https address such as https://login.firm.example.`);
}

/** The chains of `AUTH_WEB3`. Throws a ConfigurationError for any other. */
export function readWeb3(environment: Environment): ('ethereum' | 'solana')[] {
  const names = (environment['AUTH_WEB3'] ?? '').split(',').flatMap((name) => name.trim() || []);
  return [...new Set(names)].map((name) => {
    if (name === 'ethereum' || name === 'solana') return name;
    throw new ConfigurationError('AUTH_WEB3 may contain only ethereum and solana, separated by a comma.');
  });
}
