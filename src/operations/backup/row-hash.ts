import { createHash } from 'node:crypto';

/** Sums are modulo 2^256. */
const MODULUS = 1n << 256n;
const LINE_END = 0x0a;

export type RowHash = {
  /** Takes the next piece of rows in COPY's text format, where a row is a line. */
  update: (piece: Uint8Array) => void;
  /** The number of rows, and the sum of the SHA-256 of all rows, as 64 hexadecimal digits. */
  digest: () => { rows: number; hash: string };
};

/**
 * A checksum of rows that does not depend on their order: two databases return the same rows in different orders, and
 * sorting them would need the disk space of the largest table.
 */
export function createRowHash(): RowHash {
  let sum = 0n;
  let rows = 0;
  let begun: Uint8Array[] = [];
  const endRow = (end: Uint8Array): void => {
    const hash = createHash('sha256');
    for (const piece of begun) hash.update(piece);
    sum = (sum + BigInt(`0x${hash.update(end).digest('hex')}`)) % MODULUS;
    rows += 1;
    begun = [];
  };
  return {
    update: (piece) => {
      let from = 0;
      for (let at = piece.indexOf(LINE_END); at !== -1; at = piece.indexOf(LINE_END, from)) {
        endRow(piece.subarray(from, at));
        from = at + 1;
      }
      if (from < piece.length) begun.push(piece.subarray(from));
    },
    digest: () => ({ rows, hash: sum.toString(16).padStart(64, '0') }),
  };
}
