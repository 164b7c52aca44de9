/** What a usable SMTP_URL looks like, for errors: the address itself holds a password and is not repeated. */
export const SMTP_URL_FORM =
  'smtp://user:password@host:587 or smtps://user:password@host:465; in user and password, write @ as %40, # as %23, / as %2F, ? as %3F and % as %25';

/**
 * Whether this is an address of a mail server. A password that holds `#`, `/` or `?` ends the host of the URL early, so
 * that its beginning would be taken for the host and the port: such an address is refused.
 */
export function isSmtpUrl(text: string): boolean {
  if (!/^smtps?:\/\/./.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, search, hash } = new URL(text);
  return hostname !== '' && hash === '' && (pathname === '' || pathname === '/') && !search.includes('@');
}
