import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Bytes in memory, with their compressed forms, each made at its first use. */
export type EncodedBody = {
  etag: string;
  /** The most compact form that the client accepts. */
  forClient: (acceptEncoding: string) => { bytes: Uint8Array<ArrayBuffer>; encoding: 'br' | 'gzip' | null };
};

/** `quality` is brotli's, from 0 to 11. A lower one takes less time and gives more bytes. */
export function encodeBody(identity: Uint8Array<ArrayBuffer>, compressible: boolean, quality: number): EncodedBody {
  let br: Uint8Array<ArrayBuffer> | undefined;
  let gzip: Uint8Array<ArrayBuffer> | undefined;
  return {
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    forClient: (acceptEncoding) => {
      if (compressible && identity.length > 512 && /\bbr\b/.test(acceptEncoding)) {
        br ??= Uint8Array.from(brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
        return { bytes: br, encoding: 'br' };
      }
      if (compressible && identity.length > 512 && /\bgzip\b/.test(acceptEncoding)) {
        gzip ??= Uint8Array.from(gzipSync(identity));
        return { bytes: gzip, encoding: 'gzip' };
      }
      return { bytes: identity, encoding: null };
    },
  };
}

/** Responds to GET or HEAD from memory: 304 when the client has the current version. */
export function answerFrom(body: EncodedBody, request: Request, status: number, headers: Headers): Response {
  const answer = new Headers(headers);
  answer.set('ETag', body.etag);
  answer.append('Vary', 'Accept-Encoding');
  if (status === 200 && request.headers.get('If-None-Match')?.includes(body.etag)) {
    return new Response(null, { status: 304, headers: answer });
  }
  const { bytes, encoding } = body.forClient(request.headers.get('Accept-Encoding') ?? '');
  if (encoding) answer.set('Content-Encoding', encoding);
  answer.set('Content-Length', String(bytes.length));
  return new Response(request.method === 'HEAD' ? null : bytes, { status, headers: answer });
}
