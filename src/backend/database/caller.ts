/** Who asks: the role PostgreSQL decides by, and the claims its policies read (protocol.md 2.3). */
export type Role = 'anon' | 'authenticated' | 'service_role';

export type Caller = {
  role: Role;
  /** The verified token's claims, `role` included; for anonymous callers only the role. */
  claims: Record<string, unknown> & { role: Role };
};

export const ANONYMOUS: Caller = { role: 'anon', claims: { role: 'anon' } };
export const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } };
