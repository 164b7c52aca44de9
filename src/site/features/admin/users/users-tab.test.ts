import { expect, test } from 'vitest';
import type { SiteAccount } from '#site/gateway/users.ts';
import { describeConfirmation } from './account-actions.tsx';
import { describeState } from './users-tab.tsx';

const ACCOUNT: SiteAccount = {
  id: 'id',
  email: 'asha@person.example',
  created_at: '2026-11-01T12:00:00Z',
  last_sign_in_at: null,
  invited_at: null,
  state: 'confirmed',
  is_admin: false,
  is_writer: false,
  has_mfa: false,
  can_sign_in: true,
  is_banned: false,
  confirmed_at: '2026-11-21T12:00:00Z',
  confirmed_by: 'sign_up_mail',
};

test.each<[Partial<SiteAccount>, string]>([
  [{}, 'The address was confirmed on November 21, 2026 by the link of the sign-up mail.'],
  [{ confirmed_by: 'not_asked' }, 'The address was never confirmed: confirmation was switched off'],
  [{ confirmed_by: null }, 'The address was confirmed on November 21, 2026; how is not recorded.'],
  [{ confirmed_at: null, confirmed_by: null, invited_at: '2026-11-20T12:00:00Z' }, 'invited on November 20, 2026'],
])('%j is described', (change, sentence) => {
  expect(describeConfirmation({ ...ACCOUNT, ...change })).toContain(sentence);
});

test('an invitation says until when it is valid, and that it has expired', () => {
  const invited: SiteAccount = { ...ACCOUNT, state: 'invited', confirmed_at: null, invited_at: '2026-11-20T12:00:00Z' };
  expect(describeState(invited, new Date('2026-11-27T11:00:00Z'))).toBe(
    'Invited on November 20, 2026, valid until November 27, 2026',
  );
  expect(describeState(invited, new Date('2026-11-27T13:00:00Z'))).toBe('Invited on November 20, 2026, expired');
  expect(describeState(ACCOUNT, new Date())).toBe('');
});
