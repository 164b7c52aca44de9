import { expect, test } from 'vitest';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { ACTIVITY_DAYS } from '#contract/retention.ts';
import { environmentWith, readConfig, readSettings } from '../config.ts';

const backup = (environment: Record<string, string>) => readConfig({ DATA_DIR: '/srv/site', ...environment }).backup;

test('without variables backups are made daily in the data folder, not in the first hour of a process', () => {
  const to = { kind: 'folder', folder: '/srv/site/backups' };
  expect(backup({})).toMatchObject({ everyMs: 86_400_000, firstAfterMs: 3_600_000, to, keep: 7, passphrase: null });
  expect(backup({ BACKUP_EVERY: 'off' })).toMatchObject({ everyMs: null });
  expect(backup({ BACKUP_EVERY: '1d' })).toMatchObject({ everyMs: 86_400_000, firstAfterMs: 0 });
});

test('intervals are minutes, hours and days', () => {
  expect(['5m', '12h', '1d', '90d'].map((text) => backup({ BACKUP_EVERY: text }).everyMs)).toEqual([
    300_000, 43_200_000, 86_400_000, 7_776_000_000,
  ]);
  for (const text of ['daily', '1', '4m', '91d', '0h', '1.5h', '-1d']) {
    expect(() => backup({ BACKUP_EVERY: text }), text).toThrow('BACKUP_EVERY is not off or an interval');
  }
});

test('a destination is a folder or an S3 store', () => {
  expect(backup({ BACKUP_TO: '/mnt/usb' }).to).toEqual({ kind: 'folder', folder: '/mnt/usb' });
  expect(backup({ BACKUP_TO: 's3://key:secret@store.example/backups/site?tls=true' }).to).toMatchObject({
    kind: 's3',
    settings: { bucket: 'backups', prefix: 'site/' },
  });
  for (const text of ['s3://store.example/backups', 'ftp://a:b@host/x', 'https://host/bucket']) {
    expect(() => backup({ BACKUP_TO: text }), text).toThrow('BACKUP_TO cannot be read');
  }
});

test('a short passphrase and an odd number of backups are rejected, without printing the passphrase', () => {
  expect(() => backup({ BACKUP_KEEP: '0' })).toThrow('BACKUP_KEEP is not a whole number');
  const error = (() => {
    try {
      return backup({ BACKUP_PASSPHRASE: 'swordfish' });
    } catch (reason) {
      return reason;
    }
  })();
  expect((error as Error).message).toContain('BACKUP_PASSPHRASE has fewer than 12 characters');
  expect((error as Error).message).not.toContain('swordfish');
});

test('the settings of a backup are those of the product, without what belongs to the machine', () => {
  const settings = readSettings({
    SITE_URL: 'https://firm.example',
    SMTP_URL: 'smtp://a:b@c',
    AUTH_GOOGLE_CLIENT_ID: 'id',
    MAIL_FROM: '',
    PATH: '/bin',
    HOST: '::',
    PORT: '80',
    DATA_DIR: '/d',
    DATABASE_URL: 'postgres://x',
    BACKUP_EVERY: '1d',
    BACKUP_TO: '/mnt',
    BACKUP_PASSPHRASE: 'a long passphrase',
  });
  expect(settings).toEqual({
    SITE_URL: 'https://firm.example',
    SMTP_URL: 'smtp://a:b@c',
    AUTH_GOOGLE_CLIENT_ID: 'id',
    BACKUP_EVERY: '1d',
  });
});

test('a start for a verification gets no other variables of the product', () => {
  const environment = { PATH: '/bin', SMTP_URL: 'smtp://a:b@c', DATABASE_URL: 'postgres://x', AUTH_WEB3: 'solana' };
  expect(environmentWith({ DATA_DIR: '/scratch' }, environment)).toEqual({ PATH: '/bin', DATA_DIR: '/scratch' });
});

test('the activity list is kept for a year, or as long as the setting says', () => {
  expect(readConfig({}).keepActivityDays).toBe(ACTIVITY_DAYS);
  expect(readConfig({ KEEP_ACTIVITY_DAYS: '' }).keepActivityDays).toBe(ACTIVITY_DAYS);
  expect(readConfig({ KEEP_ACTIVITY_DAYS: '90' }).keepActivityDays).toBe(90);
});

test.each(['29', '3651', '-1', 'forever'])('KEEP_ACTIVITY_DAYS=%s is an error of the operator', (value) => {
  expect(() => readConfig({ KEEP_ACTIVITY_DAYS: value })).toThrow(ConfigurationError);
  expect(() => readConfig({ KEEP_ACTIVITY_DAYS: value })).toThrow('KEEP_ACTIVITY_DAYS is not a whole number from 30');
});
