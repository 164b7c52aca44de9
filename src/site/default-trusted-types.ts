import { trustedTypes } from './ui/trusted-types.ts';

/** React creates every script element by parsing this text. */
const EMPTY_SCRIPT = '<script></script>';

/**
 * The browser calls this policy when a plain string is assigned to an HTML sink. It accepts text without markup (a data
 * block) and the string of React. For any other string it returns null, and the assignment throws a TypeError.
 */
trustedTypes?.createPolicy('default', {
  createHTML: (html) => (html === EMPTY_SCRIPT || !html.includes('<') ? html : null),
});
