import { randomUUID } from 'node:crypto';
import type { UserView } from './user-view.ts';
import type { Metadata } from './users.ts';

/**
 * What a sign-up with the address of a confirmed account is answered: a user who does not exist. Only her empty role
 * and identities tell her from a new one (wire.md 1.4).
 */
export function pretendUser(email: string, data: Metadata, now: Date): UserView {
  const at = now.toISOString();
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    email_confirmed_at: undefined,
    invited_at: undefined,
    phone: '',
    phone_confirmed_at: undefined,
    confirmation_sent_at: at,
    confirmed_at: undefined,
    recovery_sent_at: undefined,
    new_email: undefined,
    email_change_sent_at: undefined,
    last_sign_in_at: undefined,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    factors: undefined,
    identities: [],
    created_at: at,
    updated_at: at,
    banned_until: undefined,
    is_anonymous: false,
  };
}
