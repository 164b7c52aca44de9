import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  AuthPasskeyAuthenticationOptionsResponse,
  AuthPasskeyRegistrationOptionsResponse,
  VerifyPasskeyAuthenticationParams,
  VerifyPasskeyRegistrationParams,
} from '@supabase/supabase-js';

type Creation = NonNullable<AuthPasskeyRegistrationOptionsResponse['data']>['options'];
type Request = NonNullable<AuthPasskeyAuthenticationOptionsResponse['data']>['options'];

/** What an answer of the authenticator may have otherwise than it should. */
type Faults = { origin?: string; rpId?: string; counter?: number; isVerified?: boolean; userHandle?: string };

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** Flags of authenticator data (https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data). */
const [PRESENT, VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40];

/** An authenticator with one ES256 key, for the site at `origin`. It answers as a browser would. */
export function makeSoftwarePasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let used = 0;
  let owner = '';

  const clientData = (type: string, challenge: string, at = origin) =>
    base64url(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  const authenticatorData = (rpId: string, flags: number, counter: number, key = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, key]);
  };
  const flagsOf = ({ isVerified = true }: Faults) => PRESENT | (isVerified ? VERIFIED : 0);

  return {
    id: base64url(id),
    create: (options: Creation, faults: Faults = {}): VerifyPasskeyRegistrationParams['credential'] => {
      owner = options.user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const key = Buffer.concat([Buffer.alloc(16), length, id, coseKey(x, y)]);
      const rpId = faults.rpId ?? options.rp.id ?? '';
      const data = authenticatorData(rpId, flagsOf(faults) | HAS_KEY, faults.counter ?? 0, key);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, faults.origin),
          attestationObject: base64url(attestation(data)),
          transports: ['internal'],
        },
      };
    },
    get: (options: Request, faults: Faults = {}): VerifyPasskeyAuthenticationParams['credential'] => {
      used = faults.counter ?? used + 1;
      const data = authenticatorData(faults.rpId ?? options.rpId ?? '', flagsOf(faults), used);
      const client = clientData('webauthn.get', options.challenge, faults.origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))]), privateKey);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client,
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: faults.userHandle ?? owner,
        },
      };
    },
  };
}

/** The key in CBOR: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y } (RFC 9053 §7.1). */
function coseKey(x: string, y: string): Buffer {
  const bytes = (coordinate: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(coordinate, 'base64url')]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(x),
    Buffer.from([0x22]),
    bytes(y),
  ]);
}

/** The attestation object in CBOR: { fmt: "none", attStmt: {}, authData }. */
function attestation(authData: Buffer): Buffer {
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x58, authData.length]),
    authData,
  ]);
}
