/** Names in the browser's local storage that more than one room knows. */

/** Where the auth client keeps the session; fixed, so that it survives a move from one backend to another. */
export const SESSION_KEY = 'india-going-global-session';
/** Set while the last look-up found an administrator: a hint for the header, never a right. */
export const ADMIN_HINT_KEY = 'india-going-global-admin';
