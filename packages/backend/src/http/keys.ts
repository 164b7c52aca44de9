import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import type { JWTPayload, JWTVerifyOptions } from 'jose';
// The parts, because the whole takes 25 ms of each start and command.
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import * as errors from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';

export type Claims = JWTPayload;

/** Why a token is invalid: `signature` is PostgREST's PGRST301, `claims` its PGRST303; GoTrue calls both bad_jwt. */
type TokenError = { kind: 'signature' | 'claims'; message: string };
export type Verified = { claims: Claims; error: null } | { claims: null; error: TokenError };

/** A private ES256 key as JWK, with the `kid` of its tokens. */
type SigningJwk = { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string; kid: string };
type PublicJwk = Omit<SigningJwk, 'd'> & { alg: 'ES256'; use: 'sig'; key_ops: ['verify'] };

export type Keys = {
  anonKey: string;
  serviceRoleKey: string;
  /** `{API}/auth/v1`, the `iss` of all tokens. */
  issuer: string;
  /** Signs the claims and `iss` as an ES256 token. */
  sign: (claims: Claims) => Promise<string>;
  /** Verifies signature and times. Never throws for a token of a client. */
  verify: (token: string) => Promise<Verified>;
  /**
   * Whether the text is an API key: one of the two configured, or a token of the same secret with one of their roles.
   */
  isApiKey: (text: string) => Promise<boolean>;
  /** The public keys, as `/.well-known/jwks.json` serves them. */
  jwks: () => { keys: PublicJwk[] };
  /** A keyed hash (hex) of the text: it cannot be computed without the secret. `purpose` separates its uses. */
  derive: (purpose: string, text: string) => string;
};

type KeyOptions = {
  jwk: SigningJwk;
  jwtSecret: string;
  anonKey: string;
  serviceRoleKey: string;
  issuer: string;
  now?: () => Date;
};

/** Tolerance for clock differences, as in PostgREST. */
const SKEW_SECONDS = 30;

/**
 * Creates the keys of an installation. Tokens are signed with ES256; HS256 tokens of `jwtSecret`, such as API keys, are
 * accepted too (protocol.md 1.5). Throws when the JWK is not a private P-256 key.
 */
export function createKeys(options: KeyOptions): Keys {
  const { jwk, anonKey, serviceRoleKey, issuer, now = () => new Date() } = options;
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  const publicKey = createPublicKey(privateKey);
  const secret = new TextEncoder().encode(options.jwtSecret);

  const verify = async (token: string): Promise<Verified> => {
    // Opaque API keys are sent as bearer tokens too (protocol.md 0).
    if (isSame(token, anonKey)) return { claims: { role: 'anon' }, error: null };
    if (isSame(token, serviceRoleKey)) return { claims: { role: 'service_role' }, error: null };
    const parts = token.split('.').length;
    if (parts !== 3) return rejected('signature', `Expected 3 parts in JWT; got ${parts}`);
    const checks: JWTVerifyOptions = { clockTolerance: SKEW_SECONDS, currentDate: now() };
    try {
      const isHmac = decodeProtectedHeader(token).alg === 'HS256';
      const { payload } = isHmac
        ? await jwtVerify(token, secret, { ...checks, algorithms: ['HS256'] })
        : await jwtVerify(token, publicKey, { ...checks, algorithms: ['ES256'] });
      return { claims: payload, error: null };
    } catch (error) {
      return errorOf(error);
    }
  };

  return {
    anonKey,
    serviceRoleKey,
    issuer,
    verify,
    sign: (claims) =>
      new SignJWT({ iss: issuer, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: jwk.kid, typ: 'JWT' })
        .sign(privateKey),
    isApiKey: async (text) => {
      const { claims } = await verify(text);
      return claims !== null && claims.sub === undefined && (claims.role === 'anon' || claims.role === 'service_role');
    },
    jwks: () => {
      const { kty, crv, x, y, kid } = jwk;
      return { keys: [{ kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }] };
    },
    derive: (purpose, text) => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('hex'),
  };
}

function rejected(kind: TokenError['kind'], message: string): Verified {
  return { claims: null, error: { kind, message } };
}

function errorOf(error: unknown): Verified {
  if (error instanceof errors.JWTExpired) return rejected('claims', 'JWT expired');
  if (error instanceof errors.JWTClaimValidationFailed) {
    return rejected('claims', error.claim === 'nbf' ? 'JWT not yet valid' : 'Parsing claims failed');
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return rejected('signature', 'No suitable key or wrong key type');
  return rejected('signature', 'JWT cryptographic operation failed');
}

/** Compares a secret in a time that does not tell how much of it is right. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The secrets of an installation, created once and stored as JSON in the data folder. */
export type KeySecrets = { jwk: SigningJwk; jwtSecret: string; anonKey: string; serviceRoleKey: string };

const TEN_YEARS_S = 315_360_000;

/** Creates the secrets of a new installation: a signing key, an HMAC secret, and the two API keys signed with it. */
export async function makeSecrets(now: Date): Promise<KeySecrets> {
  const jwtSecret = randomBytes(32).toString('base64url');
  return {
    jwk: makeSigningJwk(),
    jwtSecret,
    anonKey: await makeApiKey('anon', jwtSecret, now),
    serviceRoleKey: await makeApiKey('service_role', jwtSecret, now),
  };
}

/** Identifies a set of keys without telling them. */
export function hashOfKeys({ jwk, jwtSecret, anonKey, serviceRoleKey }: KeySecrets): string {
  const parts = [jwk.x, jwk.y, jwk.kid, jwtSecret, anonKey, serviceRoleKey];
  return hash('sha256', JSON.stringify(parts));
}

function makeSigningJwk(): SigningJwk {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y, d } = privateKey.export({ format: 'jwk' });
  if (!x || !y || !d) throw new Error('The platform made an incomplete P-256 key.');
  return { kty: 'EC', crv: 'P-256', x, y, d, kid: randomUUID() };
}

/** An API key as in a hosted project: an HS256 token with a role, valid for ten years. */
function makeApiKey(role: 'anon' | 'service_role', jwtSecret: string, now: Date): Promise<string> {
  const iat = Math.floor(now.getTime() / 1000);
  return new SignJWT({ iss: 'supabase', role, iat, exp: iat + TEN_YEARS_S })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(jwtSecret));
}
