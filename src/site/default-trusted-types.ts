import { trustedTypes } from './ui/trusted-types.ts';

/** React makes every script element from this text. */
const EMPTY_SCRIPT = '<script></script>';

/**
 * Decides about strings that are written where markup is read: only what is no markup passes (the text of a data block),
 * and the one string of React. Anything else is refused, and an error.
 */
trustedTypes?.createPolicy('default', {
  createHTML: (html) => (html === EMPTY_SCRIPT || !html.includes('<') ? html : null),
});
