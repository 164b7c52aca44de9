/** What a link of an account mail carries in the URL's hash (protocol.md 1.3, GET /verify). */
export type LinkArrival =
  | { kind: 'none' }
  | { kind: 'recovery' }
  | { kind: 'confirmed' }
  | { kind: 'signed-in' }
  | { kind: 'expired' }
  | { kind: 'failed'; reason: string };

export function readLinkArrival(hash: string): LinkArrival {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const reason = params.get('error_description') ?? params.get('error');
  if (reason) return params.get('error_code') === 'otp_expired' ? { kind: 'expired' } : { kind: 'failed', reason };
  if (!params.has('access_token')) return { kind: 'none' };
  const type = params.get('type');
  // An invited person has no password yet and chooses one on the same form.
  if (type === 'recovery' || type === 'invite') return { kind: 'recovery' };
  return { kind: type === 'signup' || type === 'email_change' ? 'confirmed' : 'signed-in' };
}
