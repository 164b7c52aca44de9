import { ReadableStream as NodeStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';

/** What an encrypted file begins with (https://age-encryption.org/v1). */
export const AGE_MAGIC = 'age-encryption.org/v1';

type Bytes = AsyncIterable<Uint8Array>;

/** Encrypts with a passphrase in the format of age, so that `age --decrypt` reads it as well. */
export async function* encrypted(source: Bytes, passphrase: string): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  yield* await encrypter.encrypt(streamOf(source));
}

/** Decrypts what `encrypted` has made. Throws for another passphrase, and for damaged or truncated data. */
export async function* decrypted(source: Bytes, passphrase: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  yield* await decrypter.decrypt(streamOf(source));
}

/** The types of Node's and of the browser's streams differ; the class is the same. */
function streamOf(source: Bytes): ReadableStream<Uint8Array> {
  return NodeStream.from(source) as unknown as ReadableStream<Uint8Array>;
}
