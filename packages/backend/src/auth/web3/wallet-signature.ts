import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { AuthError } from '../errors.ts';
import type { Chain } from './wallet-message.ts';

/**
 * Whether the owner of the address has signed the text. Throws AuthError `validation_failed` for a signature that is not
 * of the chain's form.
 */
export function isSignedBy(chain: Chain, address: string, text: string, signature: string): boolean {
  const message = new TextEncoder().encode(text);
  return chain === 'ethereum'
    ? recoverAddress(message, readHex(signature)) === address
    : isSolanaSignature(address, message, readBase64(signature));
}

/** The address whose key made the signature (EIP-191, `personal_sign`), or null. */
function recoverAddress(message: Uint8Array, signature: Buffer): string | null {
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${message.length}`);
  const digest = keccak_256(Buffer.concat([prefix, message]));
  const last = signature[64] ?? 0;
  const recovery = last >= 27 ? last - 27 : last;
  if (recovery > 1) return null;
  try {
    const recovered = Buffer.concat([Buffer.from([recovery]), signature.subarray(0, 64)]);
    const compressed = secp256k1.recoverPublicKey(recovered, digest, { prehash: false });
    const key = secp256k1.Point.fromBytes(compressed).toBytes(false).subarray(1);
    return `0x${Buffer.from(keccak_256(key).subarray(-20)).toString('hex')}`;
  } catch {
    return null;
  }
}

function isSolanaSignature(address: string, message: Uint8Array, signature: Buffer): boolean {
  try {
    const key = base58.decode(address);
    // RFC 8032's strict rule, which also rejects keys of small order: for these any signature may be right.
    return key.length === 32 && ed25519.verify(signature, message, key, { zip215: false });
  } catch {
    return false;
  }
}

function readHex(text: string): Buffer {
  if (/^(?:0x)?[\da-f]{130}$/i.test(text)) return Buffer.from(text.replace(/^0x/i, ''), 'hex');
  throw new AuthError('validation_failed', 'signature must be 65 bytes, encoded as 130 hexadecimal characters');
}

function readBase64(text: string): Buffer {
  if (/^[\w+/-]{86}(?:==)?$/.test(text)) return Buffer.from(text, 'base64url');
  throw new AuthError('validation_failed', 'signature must be 64 bytes encoded as base64 with or without padding');
}
