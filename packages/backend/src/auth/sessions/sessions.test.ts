import { expect, test } from 'vitest';
import { accessTokenClaims } from './sessions.ts';
import type { UserRow } from '../accounts/users.ts';

test("the claims are GoTrue's", () => {
  const user = { id: 'u', email: null, phone: null, is_anonymous: false, raw_user_meta_data: { name: 'Asha' } };
  const amr = [{ method: 'password', timestamp: 1 }];
  const subject = { user: user as unknown as UserRow, sessionId: 's', aal: 'aal1', amr };
  const claims = accessTokenClaims(subject, new Date(10_900), 3600);
  expect(claims).toEqual({
    sub: 'u',
    aud: 'authenticated',
    iat: 10,
    exp: 3610,
    email: '',
    phone: '',
    app_metadata: {},
    user_metadata: { name: 'Asha' },
    role: 'authenticated',
    aal: 'aal1',
    amr,
    session_id: 's',
    is_anonymous: false,
  });
});
