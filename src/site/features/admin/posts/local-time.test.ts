import { afterEach, expect, test, vi } from 'vitest';
import { fromLocalInput, nameZone, toLocalInput } from './local-time.ts';

afterEach(() => void vi.unstubAllEnvs());

test('a time goes through the field unchanged, in the time zone of the editor', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  expect(toLocalInput('2026-12-03T04:30:59.123456+00:00')).toBe('2026-12-03T10:00');
  expect(fromLocalInput('2026-12-03T10:00')).toBe('2026-12-03T04:30:00.000Z');
  vi.stubEnv('TZ', 'America/New_York');
  expect(toLocalInput('2026-12-03T04:30:00Z')).toBe('2026-12-02T23:30');
});

test('an empty and an invalid value are not a time', () => {
  expect(toLocalInput(null)).toBe('');
  expect(fromLocalInput('')).toBeNull();
  expect(fromLocalInput('2026-13-40T99:00')).toBeNull();
});

test('the time zone has its name and offset', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  expect(nameZone(new Date('2026-12-03T04:30:00Z'))).toMatch(/^Asia\/(Kolkata|Calcutta), GMT\+5:30$/);
});
