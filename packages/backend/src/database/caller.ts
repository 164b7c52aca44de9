/** The roles of requests (protocol.md 2.3). */
export type Role = 'anon' | 'authenticated' | 'service_role';

/** Who sends a request: the role that PostgreSQL checks, and the claims that its policies read. */
export type Caller = {
  role: Role;
  /** The claims of the verified token, `role` included; only the role for an anonymous caller. */
  claims: Record<string, unknown> & { role: Role };
};

export const ANONYMOUS: Caller = { role: 'anon', claims: { role: 'anon' } };
