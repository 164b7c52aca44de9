import { expect, test } from 'vitest';
import { describeEntry } from './activity-tab.tsx';

const entry = { id: 1, happened_at: '2026-01-01', actor_id: null, actor_email: null, subject_id: 'x1' };

test.each([
  ['published', 'post', 'EPCG closed', 'Published the post', 'EPCG closed'],
  ['created', 'testimonial', 'Asha', 'Added the testimonial of', 'Asha'],
  ['restored', 'category', 'Customs', 'Restored the category', 'Customs'],
  ['deleted', 'testimonial', 'Asha', 'Deleted the testimonial of', 'Asha'],
  ['granted', 'administrator', 'a@b.example', 'Made an administrator:', 'a@b.example'],
  ['switched on', 'setting', 'require_mfa', 'Switched on:', 'MFA for every administrator and writer'],
])('%s %s %s', (verb, subject, title, change, shown) => {
  expect(describeEntry({ ...entry, verb, subject, title })).toEqual({ change, title: shown });
});

test('an unknown kind without a title is shown as it was recorded', () => {
  expect(describeEntry({ ...entry, verb: 'folded', subject: 'map', title: '' })).toEqual({
    change: 'Folded map',
    title: 'x1',
  });
});
