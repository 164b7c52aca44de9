import { expect, test } from 'vitest';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { ACTIVITY_DAYS } from '#contract/retention.ts';
import { readConfig } from '../config.ts';

test('the activity list is kept for a year, or as long as the setting says', () => {
  expect(readConfig({}).keepActivityDays).toBe(ACTIVITY_DAYS);
  expect(readConfig({ KEEP_ACTIVITY_DAYS: '' }).keepActivityDays).toBe(ACTIVITY_DAYS);
  expect(readConfig({ KEEP_ACTIVITY_DAYS: '90' }).keepActivityDays).toBe(90);
});

test.each(['29', '3651', '-1', 'forever'])('KEEP_ACTIVITY_DAYS=%s is an error of the operator', (value) => {
  expect(() => readConfig({ KEEP_ACTIVITY_DAYS: value })).toThrow(ConfigurationError);
  expect(() => readConfig({ KEEP_ACTIVITY_DAYS: value })).toThrow('KEEP_ACTIVITY_DAYS is not a whole number from 30');
});
