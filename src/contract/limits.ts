/** The numbers of specification §9 and other limits of the forms, by name. Times are in milliseconds unless the name says otherwise. */

export const HOME_CAROUSEL_POSTS = 6;
export const HOME_POSTS_AUTOPLAY_MS = 4000;
export const TESTIMONIAL_AUTOPLAY_MS = 2000;
export const TESTIMONIAL_GAP_PX = 30;
export const TESTIMONIALS_PER_VIEW = { base: 1, 768: 2, 1024: 3 } as const;

export const RATING_MIN = 1;
export const RATING_MAX = 5;
export const RATING_DEFAULT = 5;

export const PASSWORD_MIN_LENGTH = 6;
/** bcrypt reads no more than 72 bytes; GoTrue rejects longer passwords (protocol.md 1.3). */
export const PASSWORD_MAX_BYTES = 72;

export const EXCERPT_FALLBACK_LENGTH = 150;
export const ENQUIRY_MESSAGE_ROWS = 6;
/** Characters of a field of one line. The form rejects a longer value; the mail service cuts it. */
export const ENQUIRY_LINE_MAX_LENGTH = 200;
/** Bytes of a request to the mail service: EmailJS's limit (protocol.md 5). */
export const ENQUIRY_MAX_BYTES = 50 * 1024;
/**
 * Bytes of a message within that request, as JSON in UTF-8. The form says how many characters are too many; neither form
 * nor browser cuts a message.
 */
export const ENQUIRY_MESSAGE_MAX_BYTES = ENQUIRY_MAX_BYTES - 3 * 1024;
/** Longest e-mail address (RFC 5321 §4.5.3.1.3 without the angle brackets). */
export const EMAIL_MAX_LENGTH = 254;
/** A form that is sent sooner after it was opened was probably filled in by a program. */
export const ENQUIRY_MIN_OPEN_MS = 2000;
/** How long a browser waits for an answer; a long post takes some of that on a slow connection. */
export const REQUEST_TIMEOUT_MS = 60_000;

export const POST_CONTENT_ROWS = 10;
export const POST_EXCERPT_ROWS = 3;

export const DASHBOARD_DEFAULT_TAB = 'blogs';
export const AUTH_DEFAULT_TAB = 'signin';

/** How long an invitation is valid. The embedded backend sends it (one-time-tokens.ts). */
export const INVITATION_DAYS = 7;

export const POSTS_PER_PAGE = 12;
/** Longest search that the blog and the lists of the dashboard read. */
export const SEARCH_MAX_LENGTH = 100;

/** As the check constraints of the migrations have it. */
export const POST_TITLE_MAX_LENGTH = 500;
export const SLUG_MAX_LENGTH = 200;
/** A comment on a draft, or the note with which it is returned. */
export const REVIEW_TEXT_MAX_LENGTH = 2000;
/** The name of a category, the name and company of a testimonial. */
export const NAME_MAX_LENGTH = 200;
