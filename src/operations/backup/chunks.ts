/** Joins the pieces of a stream to chunks of `size` bytes; the last one may be smaller. An empty stream gives none. */
export async function* inChunks(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source) {
    pieces.push(piece);
    length += piece.length;
    while (length >= size) {
      const all = Buffer.concat(pieces);
      yield all.subarray(0, size);
      pieces = [all.subarray(size)];
      length -= size;
    }
  }
  if (length > 0) yield Buffer.concat(pieces);
}
