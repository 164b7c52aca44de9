/** The form of SMTP_URL, for error messages, which must not repeat the value: it contains a password. */
export const SMTP_URL_FORM =
  'smtp://user:password@host:587 or smtps://user:password@host:465; in user and password, write @ as %40, # as %23, / as %2F, ? as %3F and % as %25';

/**
 * Whether the text is the URL of a mail server. A password with an unescaped `#`, `/` or `?` ends the host of the URL
 * early, and the password would be taken for host and port; such a URL is rejected.
 */
export function isSmtpUrl(text: string): boolean {
  if (!/^smtps?:\/\/./.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, search, hash } = new URL(text);
  return hostname !== '' && hash === '' && (pathname === '' || pathname === '/') && !search.includes('@');
}
