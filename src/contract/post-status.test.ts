import { expect, test } from 'vitest';
import { isPublic, isScheduled } from './post-status.ts';

const now = new Date('2026-12-03T10:00:00Z');

test.each([
  ['published', '2026-12-03T09:00:00Z', { scheduled: false, public: true }],
  ['published', '2026-12-03T10:00:00.000Z', { scheduled: false, public: true }],
  ['published', '2026-12-03T11:00:00Z', { scheduled: true, public: false }],
  ['published', null, { scheduled: false, public: false }],
  ['draft', '2026-12-03T11:00:00Z', { scheduled: false, public: false }],
  ['archived', '2026-12-03T09:00:00Z', { scheduled: false, public: false }],
] as const)('%s at %s', (status, published_at, expected) => {
  const post = { status, published_at };
  expect({ scheduled: isScheduled(post, now), public: isPublic(post, now) }).toEqual(expected);
});
