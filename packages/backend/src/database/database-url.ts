/** The form of DATABASE_URL, for error messages, which must not repeat the value: it contains a password. */
export const DATABASE_URL_FORM =
  'postgres://user:password@host:5432/database; in user and password, write @ as %40, # as %23, / as %2F, ? as %3F and % as %25';

/**
 * Whether the text is the URL of a database. A password with an unescaped `#`, `/` or `?` ends the host of the URL
 * early, and the password would be taken for host and port; such a URL is rejected. `socket:/path` is a Unix socket.
 */
export function isDatabaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.hash !== '') return false;
  if (url.protocol === 'socket:') return true;
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') return false;
  if (url.username === '' && url.search.includes('@')) return false;
  return /^\/?[^/]*$/.test(url.pathname) && /^[^/]*\/\//.test(text);
}

/** Host and port of a DATABASE_URL, or the path of its socket, for messages. */
export function databaseAddress(url: string): string {
  const { protocol, hostname, port, pathname, searchParams } = new URL(url);
  if (protocol === 'socket:') return pathname;
  const host = searchParams.get('host') ?? (hostname === '' ? 'localhost' : decodeURIComponent(hostname));
  return host.startsWith('/') ? host : `${host}:${searchParams.get('port') ?? (port || '5432')}`;
}
