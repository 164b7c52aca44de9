/** How long the embedded backend keeps what it holds of people. The privacy page states these periods. */

/** Entries of the activity list, unless KEEP_ACTIVITY_DAYS says otherwise. */
export const ACTIVITY_DAYS = 365;
/** What KEEP_ACTIVITY_DAYS may be: as long as deleted items at least. */
export const ACTIVITY_DAYS_RANGE = { least: 30, most: 3650 } as const;
/** Deleted items. is_restorable() of the editorial migration has the same number. */
export const DELETED_ITEM_DAYS = 30;
/** The time and kind of a message that was delivered; its content and addresses go at delivery. */
export const DELIVERED_MAIL_DAYS = 30;
/** A session that is not used, with the address and the browser that it was last used from. */
export const UNUSED_SESSION_DAYS = 180;
/** The clients that signed in to an account, as keyed hashes. */
export const KNOWN_CLIENT_DAYS = 180;
/** An account whose address was never confirmed. */
export const UNCONFIRMED_ACCOUNT_DAYS = 30;
/** Links and codes of mails that were not used: longer than any of them lives. */
export const MAILED_CODE_DAYS = 8;

/** The counts of views: a year can be compared with the month before it. */
export const VIEW_COUNT_DAYS = 400;

/** The longest time for which requests of one address are counted. */
export const MAX_LIMIT_MINUTES = 60;
/** The cookie of a sign-in at a provider. */
export const PROVIDER_COOKIE_MINUTES = 10;
