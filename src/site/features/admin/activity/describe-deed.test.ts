import { expect, test } from 'vitest';
import { describeDeed } from './describe-deed.ts';

const entry = { id: 1, happened_at: '2026-01-01', actor_email: null, subject_id: 'x1' };

test.each([
  ['published', 'post', 'EPCG closed', 'Published the post', 'EPCG closed'],
  ['deleted', 'testimonial', 'Asha', 'Deleted the testimonial of', 'Asha'],
  ['granted', 'administrator', 'a@b.example', 'Made an administrator:', 'a@b.example'],
  ['switched on', 'setting', 'require_mfa', 'Switched on:', 'a second step for every administrator'],
])('%s %s %s', (verb, subject, title, deed, shown) => {
  expect(describeDeed({ ...entry, verb, subject, title })).toEqual({ deed, title: shown });
});

test('what has no words or no name yet is told as it was written', () => {
  expect(describeDeed({ ...entry, verb: 'folded', subject: 'map', title: '' })).toEqual({
    deed: 'Folded map',
    title: 'x1',
  });
});
