import type { PictureErrorKind } from '#site/content/media.ts';
import { UnfitPicture } from './prepare-picture.ts';

/**
 * Why a file was not uploaded: by the check of the file, or by the codes of the storage wire (protocol.md 3); older services
 * send only the status.
 */
export function uploadErrorKind(error: unknown): PictureErrorKind {
  if (error instanceof UnfitPicture) return error.kind;
  const { code = '', statusCode = '', message = '', name = '' } = error as Record<string, string | undefined>;
  if (code === 'EntityTooLarge' || statusCode === '413')
    return message.includes('pixels') ? 'too-many-pixels' : 'too-large';
  if (code === 'InvalidMimeType' || statusCode === '415') return 'not-a-picture';
  if (code === 'SlowDown' || statusCode === '429') return 'busy';
  if (message.includes('damaged')) return 'damaged';
  if (/JWT|authorization/i.test(message) || statusCode === '401') return 'signed-out';
  if (code === 'AccessDenied' || statusCode === '403') return 'refused';
  if (name === 'TypeError' || /Failed to fetch|NetworkError|Load failed/.test(message)) return 'unreachable';
  return 'unknown';
}
