/** Keys of the browser's local storage that several modules use. */

/** The session of the auth client. Fixed, so that it survives a change of backend. */
export const SESSION_KEY = 'india-going-global-session';
/** The undelivered messages whose notice was put away, by the id of the account. */
export const MAIL_SEEN_KEY = 'india-going-global-mail-seen';
/** Set while the last lookup found an administrator: a hint for the header, never a right. */
export const ADMIN_HINT_KEY = 'india-going-global-admin';
