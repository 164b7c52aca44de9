import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { isLoopback } from '#backend/http/client-address.ts';
import { type Verdict, bad, durationOf, good, warning } from './finding.ts';

const ANSWER_WITHIN_MS = 8_000;
const DAY_MS = 86_400_000;
/** Certificates are renewed by programs about a month before their end. */
const WARN_BEFORE_MS = 14 * DAY_MS;

type AddressSubject = { siteUrl: string; keyId: string | null; now: () => Date };

/**
 * Requests the site at its public address and checks that this site answers there, by TLS, with a certificate that does
 * not end soon. Never throws.
 */
export async function checkAddress({ siteUrl, keyId, now }: AddressSubject): Promise<Verdict> {
  const url = new URL(siteUrl);
  const error = await requestItself(siteUrl, keyId);
  if (error) return error;
  if (url.protocol === 'https:') return judgeCertificate(siteUrl, await endOfCertificate(url), now());
  if (isLoopback(url.hostname)) {
    return warning(
      `The public address of the site is not set: only the server itself can open ${siteUrl}.`,
      'Set the address that visitors open, such as https://firm.example; links in mails begin with it (SITE_URL).',
    );
  }
  return bad(
    `The public address of the site is ${siteUrl}: pages and passwords travel without encryption.`,
    'Put a reverse proxy with TLS in front of the site, and set the public address to the https one (SITE_URL).',
  );
}

/** What is wrong with the answer of the site to itself, or null. */
async function requestItself(siteUrl: string, keyId: string | null): Promise<Verdict | null> {
  const path = keyId === null ? '/robots.txt' : '/auth/v1/.well-known/jwks.json';
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await fetch(siteUrl + path, { redirect: 'manual', signal });
    const text = await response.text();
    if (!response.ok) return wrongStatus(siteUrl, response.status);
    return keyId === null || text.includes(JSON.stringify(keyId)) ? null : anotherSite(siteUrl);
  } catch (error) {
    return explain(new URL(siteUrl), error as Error);
  }
}

function wrongStatus(siteUrl: string, status: number): Verdict {
  const remedy =
    status >= 500
      ? 'Is the site running, and does the reverse proxy send requests to its HOST and PORT?'
      : 'Is the public address (SITE_URL) that of this site, and does the reverse proxy pass paths on unchanged?';
  return bad(`${siteUrl} answers with status ${status}.`, remedy);
}

function anotherSite(siteUrl: string): Verdict {
  return bad(
    `Another site answers at ${siteUrl}.`,
    'Correct the public address (SITE_URL), the DNS entry of its name, or the reverse proxy. Machines of one site need the same secrets.json.',
  );
}

/** The error of `fetch` in words. The codes are those of Node and OpenSSL. */
function explain({ host, origin }: URL, error: Error): Verdict {
  const { code = error.name } = (error.cause ?? error) as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return bad(
      `The name ${host} is not found in DNS.`,
      'Add the DNS entry of the name, or correct the public address (SITE_URL).',
    );
  }
  if (/CERT|TLS|SSL|ISSUER|SIGNATURE/.test(code)) {
    return bad(
      `The certificate of ${host} is not accepted (${code}).`,
      'Renew it, or give the reverse proxy one for this name with all its intermediate certificates.',
    );
  }
  if (code === 'TimeoutError' || code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return warning(
      `${origin} does not answer this machine in time.`,
      'Open it from another network: some networks do not let a machine reach its own public address.',
    );
  }
  return bad(
    `${origin} cannot be reached (${code}).`,
    'Is the reverse proxy running, and does a firewall let it through?',
  );
}

/** The end of the certificate, or null when the server does not show it in time. */
function endOfCertificate({ hostname, port }: URL): Promise<Date | null> {
  return new Promise((resolve) => {
    const host = hostname.replaceAll(/[[\]]/g, '');
    const address = { host, port: Number(port || 443), ...(!isIP(host) && { servername: host }) };
    const socket = connect(address, () => {
      const { valid_to: end } = socket.getPeerCertificate();
      socket.end();
      resolve(end ? new Date(end) : null);
    });
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy(new Error('No answer')));
    socket.once('error', () => resolve(null));
  });
}

/** Judges the time until `end`; null where it could not be read. */
export function judgeCertificate(siteUrl: string, end: Date | null, now: Date): Verdict {
  if (end === null) {
    return warning(
      `${siteUrl} answers, but the end of its certificate could not be read.`,
      'Look in a browser when it ends, and whether it is renewed by itself.',
    );
  }
  const left = end.getTime() - now.getTime();
  if (left > WARN_BEFORE_MS) return good(`${siteUrl} answers, with a certificate for ${durationOf(left)}.`);
  return warning(
    `The certificate of ${siteUrl} ends in ${durationOf(Math.max(left, 0))}.`,
    'Renew it, and find out why it was not renewed by itself: visitors get an error page after its end.',
  );
}
