import { expect, test } from 'vitest';
import { databaseAddress } from '#backend/database/wait-for-database.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { readConfig } from './config.ts';

test('several recipients of enquiries and one sender are read, with optional names', () => {
  expect(
    readConfig({
      ENQUIRIES_TO: 'Office <office@firm.example>, b@firm.example',
      MAIL_FROM: 'The Firm <a@firm.example>',
    }),
  ).toMatchObject({
    enquiriesTo: ['Office <office@firm.example>', 'b@firm.example'],
    mailFrom: 'The Firm <a@firm.example>',
  });
  expect(readConfig({ ENQUIRIES_TO: ' ' })).toMatchObject({ enquiriesTo: null, mailFrom: null, smtpUrl: null });
});

test('workers share the connections to the database', () => {
  expect(readConfig({})).toMatchObject({ workers: 1, databaseConnections: 30, trustProxy: 0, store: null });
  expect(readConfig({ WEB_WORKERS: '2', TRUST_PROXY: '2' })).toMatchObject({
    workers: 2,
    databaseConnections: 62,
    trustProxy: 2,
  });
  expect(readConfig({ TRUST_PROXY: 'true', DATABASE_CONNECTIONS: '12' })).toMatchObject({
    databaseConnections: 12,
    trustProxy: 1,
  });
});

test('what lets strangers do more is off unless it is switched on', () => {
  const none = { passwordMinLength: 6, providers: [], web3: [] };
  const off = { anonymousSignIns: false, securePasswordChange: false, manualLinking: false, emailLinks: true, ...none };
  expect(readConfig({}).auth).toEqual(off);
  expect(
    readConfig({
      AUTH_ANONYMOUS_SIGN_INS: 'true',
      AUTH_SECURE_PASSWORD_CHANGE: '1',
      AUTH_MANUAL_LINKING: 'true',
      AUTH_EMAIL_LINKS: 'false',
    }).auth,
  ).toEqual({ anonymousSignIns: true, securePasswordChange: true, manualLinking: true, emailLinks: false, ...none });
});

test.each([
  [{ WEB_WORKERS: '0' }, /^WEB_WORKERS is not a whole number from 1 to 64/],
  [{ WEB_WORKERS: 'two' }, /^WEB_WORKERS is not a whole number/],
  [{ WEB_WORKERS: '4', DATABASE_CONNECTIONS: '20' }, /^DATABASE_CONNECTIONS is 20; with WEB_WORKERS=4 at least 50/],
  [{ REST_SCHEMAS: 'public,auth' }, /^REST_SCHEMAS is not a list of schemas/],
  [{ REST_SCHEMAS: 'public,' }, /^REST_SCHEMAS is not a list of schemas/],
  [{ REST_SCHEMAS: 'pg_catalog' }, /^REST_SCHEMAS is not a list of schemas/],
  [{ HOST: '[::1]' }, /^HOST is not an address of a machine\. Write one such as .*without port, brackets/],
  [{ HOST: '127.0.0.1:3000' }, /^HOST is not an address of a machine/],
  [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY is not true, false or a number of proxies/],
  [{ STORAGE_URL: 's3://key:12/34@store.example/bucket' }, /^STORAGE_URL cannot be read\. Write s3:.*percent-encoded/],
  [
    { STORAGE_URL: 's3://key:1234@store.example/bucket/my files' },
    /^STORAGE_URL cannot be read\. .* in bucket and prefix/,
  ],
  [{ STORAGE_URL: 'https://key:1234@store.example/bucket' }, /^STORAGE_URL cannot be read\. Write s3:/],
  [{ ENQUIRIES_TO: 'office' }, /^ENQUIRIES_TO holds "office", which is not an email address\. Write office@/],
  [{ ENQUIRIES_TO: 'a@firm.example b@firm.example' }, /^ENQUIRIES_TO holds two addresses without a comma/],
  [{ MAIL_FROM: 'a@firm.example, b@firm.example' }, /^MAIL_FROM holds more than one address/],
  [{ MAIL_FROM: 'The Firm' }, /^MAIL_FROM holds "The Firm", which is not an email address/],
  [{ SMTP_URL: 'smtp://user:1234#tail@mail.firm.example:587' }, /^SMTP_URL cannot be read\. Write smtp:.*%23.*%2F/],
  [{ SMTP_URL: 'smtpx://user:1234@mail.firm.example' }, /^SMTP_URL cannot be read/],
  [
    { DATABASE_URL: 'postgres://site:1234#tail@db.example/site' },
    /^DATABASE_URL cannot be read\. Write postgres:.*%23/,
  ],
  [{ DATABASE_URL: 'postgres://site:1234/tail@db.example/site' }, /^DATABASE_URL cannot be read/],
  [{ DATABASE_URL: 'postgres://site:1234?tail@db.example/site' }, /^DATABASE_URL cannot be read/],
  [{ DATABASE_URL: 'postgres://site:50%afx@db.example/site' }, /^DATABASE_URL cannot be read\. Write postgres:.*%25/],
  [{ DATABASE_URL: 'db.example:5432/site' }, /^DATABASE_URL cannot be read/],
  [{ DATABASE_URL: 'mysql://db.example/site' }, /^DATABASE_URL cannot be read/],
  [{ DATABASE_WAIT_SECONDS: 'long' }, /^DATABASE_WAIT_SECONDS is not a whole number from 0 to 3600/],
  [{ SITE_URL: 'localhost:3000' }, /^SITE_URL is not an address such as https:\/\/firm\.example/],
  [{ SITE_URL: 'firm.example' }, /^SITE_URL is not an address such as/],
  [{ SITE_URL: 'https://firm.example/site' }, /^SITE_URL has a path: the site lies at the root of its address/],
  [{ REST_SCHEMAS: 'api, public' }, /^REST_SCHEMAS does not begin with public, where the pages of the site read/],
  [{ AUTH_REDIRECT_URLS: 'nonsense' }, /^AUTH_REDIRECT_URLS holds "nonsense", which is not an address\. Write https:/],
  [{ AUTH_REDIRECT_URLS: 'https://a.example/**, localhost:5173' }, /^AUTH_REDIRECT_URLS holds "localhost:5173"/],
  [{ METRICS_TOKEN: 'tail' }, /^METRICS_TOKEN is shorter than 16 characters/],
  [{ PORT: 'http' }, /^PORT is not a port number/],
  [{ SUPABASE_ANON_KEY: 'abc' }, /^SUPABASE_URL is missing/],
  [{ SUPABASE_URL: 'https://a.example', SUPABASE_ANON_KEY: ' ' }, /^SUPABASE_ANON_KEY is missing/],
  [{ SUPABASE_URL: 'project.supabase.example', SUPABASE_ANON_KEY: 'abc' }, /^SUPABASE_URL is not an address/],
  [{ SUPABASE_URL: 'localhost:54321', SUPABASE_ANON_KEY: 'abc' }, /^SUPABASE_URL is not an address/],
  [{ SUPABASE_URL: 'postgres://user:1234@host/db', SUPABASE_ANON_KEY: 'abc' }, /^SUPABASE_URL is not an address/],
  [{ SUPABASE_URL: 'https://host/?apikey=1234', SUPABASE_ANON_KEY: 'abc' }, /^SUPABASE_URL is not an address/],
  [{ SUPABASE_URL: 'https://user:1234@host', SUPABASE_ANON_KEY: 'abc' }, /^SUPABASE_URL is not an address/],
  [{ SUPABASE_URL: 'https://host', SUPABASE_ANON_KEY: 'sb_secret_1234' }, /^SUPABASE_ANON_KEY holds a secret key/],
  [
    { ENQUIRIES_TO: 'a@firm.example, sales@', MAIL_FROM: 'a@b.example, b@b.example', SMTP_URL: 'smtp://a:1234#tail@b' },
    /^SMTP_URL cannot be read.*%23.*\nMAIL_FROM holds more than one address.*\nENQUIRIES_TO holds "sales@", which is not an email address\. Write office@firm/,
  ],
  [{ EMAILJS: 'service_1/template_1' }, /^EMAILJS is not service_id\//],
  [{ EMAILJS: 'service_1//key_1' }, /^EMAILJS is not service_id\//],
  [{ EMAILJS: 'service_1/template_1/key_1/x' }, /^EMAILJS is not service_id\//],
  [{ SLOW_REQUEST_MS: 'slow' }, /^SLOW_REQUEST_MS is not a whole number from 0 to 600000/],
])('%j is an error with its name and without a password', (environment, words) => {
  let message = '';
  try {
    readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    message = error.message;
  }
  expect(message).toMatch(words);
  expect(message).not.toMatch(/1234|12\/34|tail/);
});

test.each([
  ['postgres://site:p%40ss%23@db.example/site', 'db.example:5432'],
  ['postgresql://site@[::1]:5433/site?sslmode=require', '[::1]:5433'],
  ['postgres://site:p@ss@db.example:6000/site', 'db.example:6000'],
  ['postgres:///site?host=/run/postgresql', '/run/postgresql'],
  ['socket:/run/postgresql?db=site', '/run/postgresql'],
])('DATABASE_URL=%s is taken, and messages name %s', (url, address) => {
  expect(databaseAddress(readConfig({ DATABASE_URL: url }).databaseUrl ?? '')).toBe(address);
  expect(readConfig({ DATABASE_URL: url })).toMatchObject({ databaseUrl: url, databaseWaitMs: 60_000 });
});

test('what the data API allows is off unless it is set', () => {
  expect(readConfig({}).rest).toEqual({ schemas: ['public'], aggregates: false, explain: false, rollback: false });
  expect(readConfig({ REST_SCHEMAS: 'public, api', REST_EXPLAIN: 'true' }).rest).toMatchObject({
    schemas: ['public', 'api'],
    explain: true,
    aggregates: false,
  });
});

test('slow requests are named from two seconds on, unless another time or 0 is set', () => {
  expect(readConfig({}).monitoring).toEqual({ metricsToken: null, slowRequestMs: 2000 });
  const set = readConfig({ METRICS_TOKEN: 'a-token-of-sixteen', SLOW_REQUEST_MS: '0' });
  expect(set.monitoring).toEqual({ metricsToken: 'a-token-of-sixteen', slowRequestMs: null });
});

test('the address of an IPv6 host has brackets', () => {
  expect(readConfig({ HOST: '::1', PORT: '3100' }).siteUrl).toBe('http://[::1]:3100');
  expect(readConfig({ HOST: '::' }).siteUrl).toBe('http://localhost:3000');
  expect(readConfig({ SITE_URL: 'https://firm.example/' }).siteUrl).toBe('https://firm.example');
  expect(readConfig({ SITE_URL: 'https://Firm.Example:443/' }).siteUrl).toBe('https://firm.example');
  expect(readConfig({ SITE_URL: 'https://खबर.भारत' }).siteUrl).toBe('https://xn--21b8bm.xn--h2brj9c');
});

test('addresses of mailed links are patterns with a scheme', () => {
  const list = 'https://*.preview.example/**, app://open, com.firm.app:/callback, http://localhost:5173';
  expect(readConfig({ AUTH_REDIRECT_URLS: `${list}, ` }).redirectAllowList).toEqual(list.split(', '));
});

test('misspelt variables are named, with the one that is meant', () => {
  const foreign = {
    HOSTNAME: 'a',
    SITE_NAME: 'b',
    http_proxy: 'c',
    MAIL: '/var/mail/root',
    LOGNAME: 'root',
    SMTP_URL: '',
  };
  expect(readConfig({ ...foreign, AUTH_OIDC_FIRM_CLIENT_ID: '' }).misspelt).toEqual([]);
  expect(readConfig({ SMPT_URL: 'a', ENQUIRY_TO: 'b', AUTH_ALOW_SIGNUP: 'c', AUTH_NONSENSE: 'd' }).misspelt).toEqual([
    { name: 'SMPT_URL', meant: 'SMTP_URL' },
    { name: 'ENQUIRY_TO', meant: 'ENQUIRIES_TO' },
    { name: 'AUTH_ALOW_SIGNUP', meant: 'AUTH_ALLOW_SIGNUP' },
    { name: 'AUTH_NONSENSE', meant: null },
  ]);
});
