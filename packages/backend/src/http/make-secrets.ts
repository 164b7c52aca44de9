import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { SigningJwk } from './keys.ts';

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
