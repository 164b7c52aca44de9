import { requireEmailAddress } from '../accounts/email-address.ts';
import type { Metadata } from '../accounts/users.ts';
import type { OidcProvider } from './providers.ts';

/** Who signed in, by what a provider or a wallet says. */
export type ExternalUser = {
  /** `google`, `web3`. */
  provider: string;
  /** The id at the provider; unique together with `provider`. */
  subject: string;
  /** In lower case, and only if the provider has verified it. */
  verifiedEmail: string | null;
  /** For the identity and the metadata of the user, in GoTrue's names. */
  data: Metadata;
};

/** The longest name or address of a picture; longer ones are left out, because metadata is part of every token. */
const MAX_TEXT = 500;

/** The user in the verified claims of a provider (an ID token, or the answer of its userinfo endpoint). */
export function externalUser(
  provider: Pick<OidcProvider, 'name' | 'issuer' | 'trustsEmail'>,
  claims: Readonly<Record<string, unknown>> & { sub: string },
): ExternalUser {
  const email = addressOf(claims['email']);
  const isVerified = email !== null && (provider.trustsEmail || saysVerified(claims));
  const name = claimText(claims['name']);
  const picture = claimText(claims['picture']);
  const data = {
    iss: provider.issuer,
    sub: claims.sub,
    provider_id: claims.sub,
    email: email ?? undefined,
    email_verified: isVerified,
    phone_verified: false,
    name,
    full_name: name,
    picture,
    avatar_url: picture,
    preferred_username: claimText(claims['preferred_username']),
  };
  return { provider: provider.name, subject: claims.sub, verifiedEmail: isVerified ? email : null, data };
}

/**
 * Only these claims say that an address was verified. `xms_edov` is Microsoft's, for addresses of domains whose owner
 * is verified; its other addresses can be set by anybody who administers some tenant.
 */
function saysVerified(claims: Readonly<Record<string, unknown>>): boolean {
  const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1';
  if (claims['email_verified'] !== undefined) return isTrue(claims['email_verified']);
  return isTrue(claims['xms_edov']);
}

function addressOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  try {
    return requireEmailAddress(claim);
  } catch {
    return null;
  }
}

/** A text that metadata may hold: not too long, and without what PostgreSQL cannot store (NUL, lone surrogates). */
export function claimText(claim: unknown): string | undefined {
  const isText = typeof claim === 'string' && claim !== '' && claim.length <= MAX_TEXT;
  return isText && !claim.includes('\0') && claim.isWellFormed() ? claim : undefined;
}
