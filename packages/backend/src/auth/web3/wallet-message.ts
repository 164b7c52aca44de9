import { AuthError } from '../errors.ts';

export type Chain = 'ethereum' | 'solana';

/** A message by which the owner of a wallet asks to be signed in (EIP-4361, and the same for Solana). */
export type WalletMessage = {
  chain: Chain;
  /** Host and port of the site that the owner saw. */
  domain: string;
  /** Ethereum: `0x` and lower case; Solana: base58. */
  address: string;
  statement: string | null;
  uri: URL;
  network: string | null;
  issuedAt: Date;
  notBefore: Date | null;
  expiresAt: Date | null;
};

const MIN_LENGTH = 64;
const MAX_LENGTH = 20 * 1024;

const HEADERS: Readonly<Record<Chain, string>> = {
  ethereum: ' wants you to sign in with your Ethereum account:',
  solana: ' wants you to sign in with your Solana account:',
};
const ADDRESSES: Readonly<Record<Chain, RegExp>> = {
  ethereum: /^0x[\da-f]{40}$/i,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
};

/** Reads a message. Throws AuthError `validation_failed` for one that is not complete, or names a field twice. */
export function parseWalletMessage(chain: Chain, text: string): WalletMessage {
  if (text.length < MIN_LENGTH) throw invalid('message is too short');
  if (text.length > MAX_LENGTH) throw invalid('message must not exceed 20KB');
  const lines = text.split('\n');
  const [header = '', address = '', blank] = lines;
  if (!header.endsWith(HEADERS[chain])) throw invalid('first line of the message is not that of a sign-in');
  if (!ADDRESSES[chain].test(address)) throw invalid('second line of the message is not an address');
  if (blank !== '') throw invalid('third line of the message must be empty');
  const hasStatement = lines[3] !== '' && lines[4] === '';
  const fields = readFields(lines.slice(hasStatement ? 5 : 3));
  if (fields.get('Version') !== '1') throw invalid('message version must be 1');
  const uri = URL.parse(fields.get('URI') ?? '');
  if (!uri) throw invalid('message has no valid URI');
  const issuedAt = readTime(fields, 'Issued At');
  if (!issuedAt) throw invalid('message has no Issued At');
  return {
    chain,
    domain: header.slice(0, -HEADERS[chain].length),
    uri,
    issuedAt,
    address: chain === 'ethereum' ? address.toLowerCase() : address,
    statement: hasStatement ? (lines[3] ?? null) : null,
    network: fields.get('Chain ID') ?? null,
    notBefore: readTime(fields, 'Not Before'),
    expiresAt: readTime(fields, 'Expiration Time'),
  };
}

function readFields(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of lines) {
    // auth-js writes the heading of the resources without its colon for Solana.
    if (line === '' || line.startsWith('- ') || line === 'Resources') continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    if (colon === -1 || fields.has(name)) throw invalid(`message has a line that cannot be read: ${line.slice(0, 40)}`);
    fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** RFC 3339 with a time zone; Date.parse alone takes far more. */
function readTime(fields: ReadonlyMap<string, string>, name: string): Date | null {
  const text = fields.get(name);
  if (text === undefined) return null;
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const time = isTime ? new Date(text) : null;
  if (!time || Number.isNaN(time.getTime())) throw invalid(`message has an invalid ${name}`);
  return time;
}

function invalid(message: string): AuthError {
  return new AuthError('validation_failed', message);
}
