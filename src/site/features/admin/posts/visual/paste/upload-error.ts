import type { PictureErrorKind } from '#site/content/media.ts';

/** A picture that was not uploaded, with the kind of its error. */
export class UploadError extends Error {
  override name = 'UploadError';
  readonly kind: PictureErrorKind;
  constructor(kind: PictureErrorKind, cause?: unknown) {
    super(`upload of a picture: ${kind}`, { cause });
    this.kind = kind;
  }
}
