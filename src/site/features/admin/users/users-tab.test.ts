import { expect, test } from 'vitest';
import type { SiteAccount } from '#site/gateway/users.ts';
import { describeConfirmation } from './account-actions.tsx';

const ACCOUNT: SiteAccount = {
  id: 'id',
  email: 'asha@person.example',
  created_at: '2026-11-01T12:00:00Z',
  last_sign_in_at: null,
  invited_at: null,
  state: 'confirmed',
  is_admin: false,
  has_mfa: false,
  can_sign_in: true,
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
