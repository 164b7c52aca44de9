/** Longest e-mail address (RFC 5321 §4.5.3.1.3 without the angle brackets). */
export const EMAIL_MAX_LENGTH = 254;
