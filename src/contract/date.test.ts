import { expect, test } from 'vitest';
import { formatLocalDate, formatLocalTime, formatLongDate, indiaDay, latestOf, postDate } from './date.ts';

test('a public date is the day in India, whatever the zone of the process', () => {
  expect(formatLongDate('2026-12-02T20:00:00Z')).toBe('December 3, 2026');
});

test('a day begins in India at half past six of the evening before in UTC', () => {
  expect(indiaDay(new Date('2026-12-31T18:29:59.999Z'))).toBe('2026-12-31');
  expect(indiaDay(Date.parse('2026-12-31T18:30:00Z'))).toBe('2027-01-01');
});

test('a local date and time are written in the same style', () => {
  const local = '2026-12-03T10:05:00';
  expect(formatLocalDate(local)).toBe('December 3, 2026');
  expect(formatLocalTime(local).replace(/\s/g, ' ')).toBe('December 3, 2026 at 10:05 AM');
});

test('a post without a date of publication shows its date of creation', () => {
  expect(postDate({ published_at: null, created_at: '2026-01-01' })).toBe('2026-01-01');
  expect(postDate({ published_at: '2026-02-01', created_at: '2026-01-01' })).toBe('2026-02-01');
});

test('the latest of dates and instants is found across formats and zones', () => {
  expect(latestOf('2026-01-02', '2026-01-01T23:00:00Z', null)).toBe('2026-01-02');
  expect(latestOf('2026-01-02', '2026-01-02T04:00:00+05:30', '2026-01-02T00:30:00.5+00:00')).toBe(
    '2026-01-02T00:30:00.5+00:00',
  );
});
