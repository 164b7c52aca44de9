import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { durationWords, readAccountMails, renderTemplate } from './account-mails.ts';
import { lifetimesOf } from './one-time-tokens.ts';

const variables = {
  ConfirmationURL: 'https://firm.example/auth/v1/verify?token=abc&type=signup',
  Token: '012345',
  TokenHash: 'abc',
  SiteURL: 'https://firm.example',
  RedirectTo: 'https://firm.example/a?b&c',
  Email: 'asha@person.example',
  NewEmail: 'asha@new.example',
};
const supabase = join(import.meta.dirname, '../../../../../supabase');
const templates = join(supabase, 'templates');
const lifetimes = { link: 7200, code: 1800 };
const LINKS = ['confirmation', 'add_address', 'recovery', 'magic_link', 'email_change', 'invite'] as const;
const mailsIn = (folder: string) => readAccountMails(folder, () => 'Rao & Co');
const KINDS = [...LINKS, 'reauthentication'] as const;

test.each(LINKS)('the mail %s leads by its first link', (kind) => {
  const { subject, html, text } = mailsIn(templates)(kind, variables, lifetimes);
  expect(subject).not.toBe('');
  const link = /https?:\S+/.exec(text)?.[0] ?? '';
  expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  expect(link).toMatch(
    /^https:\/\/firm\.example\/auth\?token=abc&type=\w+&redirect_to=https%3A%2F%2Ffirm\.example%2Fa%3Fb%26c$/,
  );
  expect(text).toContain(variables.Email);
  expect(text).toContain('012345');
  expect(html).toContain('012345');
  expect(`${html}${text}`).not.toMatch(/\{\{|undefined/);
  expect(text).not.toMatch(/[<>]/);
});

test.each(KINDS)('the mail %s has the name of the site, also in its subject, and its address', (kind) => {
  const { subject, html, text } = mailsIn(templates)(kind, variables, lifetimes);
  expect(html).toContain('>Rao &#38; Co</span>');
  expect(text).toMatch(/^Rao & Co$/m);
  expect(text).toContain('Sent by https://firm.example.');
  expect(subject).toContain('Rao & Co');
  expect(subject).not.toContain('http');
});

test('an invitation names who invites, and as what, as text', () => {
  const { subject, html } = mailsIn(templates)('invite', variables, lifetimes, {
    by: 'Asha <b>Rao</b>',
    as: 'a <b>writer</b>',
  });
  expect(subject).toBe('Asha <b>Rao</b> invites you to Rao & Co');
  expect(html).toContain('Asha &#60;b&#62;Rao&#60;/b&#62;</span> made an account');
  expect(html).toContain('<span data-invited-as> as a &#60;b&#62;writer&#60;/b&#62;</span>.');
  expect(mailsIn(templates)('invite', variables, lifetimes).html).toContain('<span data-invited-as></span>.');
  expect(mailsIn(templates)('invite', variables, lifetimes).subject).toBe('A colleague invites you to Rao & Co');
});

test('the mail that proves who is at a session has a code and no link', () => {
  const { html, text } = mailsIn(templates)('reauthentication', variables, lifetimes);
  expect(text).toContain('012345');
  expect(`${html}${text}`).not.toContain('/verify');
});

test.each(KINDS)('the mail %s states the lifetimes in force', (kind) => {
  const { text } = mailsIn(templates)(kind, variables, lifetimes);
  expect(text).toMatch(/works once, within 30 minutes/);
  expect(text.includes('The link works once, within 2 hours')).toBe(kind !== 'reauthentication');
  expect(text).not.toMatch(/an hour|a day/);
});

test('the files state the lifetime of links and codes in a hosted project', () => {
  const expiry = Number(/^otp_expiry = (\d+)$/m.exec(readFileSync(join(supabase, 'config.toml'), 'utf8'))?.[1]);
  for (const kind of KINDS) {
    const stated = readFileSync(join(templates, `${kind}.html`), 'utf8').matchAll(/data-lifetime="\w+">([^<]*)</g);
    const words = [...stated].map(([, said]) => said);
    expect(words.length, kind).toBeGreaterThan(0);
    for (const said of words) expect(said, kind).toBe(durationWords(expiry));
  }
});

test('a lifetime is said in days, hours or minutes', () => {
  expect([86_400, 3600, 172_800, 10_800, 600].map(durationWords)).toEqual([
    'a day',
    'an hour',
    '2 days',
    '3 hours',
    '10 minutes',
  ]);
  expect(lifetimesOf('recovery_token')).toEqual({ link: 3600, code: 3600 });
  expect(lifetimesOf('confirmation_token')).toEqual({ link: 86_400, code: 3600 });
});

test('values of users are escaped', () => {
  const html = renderTemplate('<p title="{{.Email}}">{{ .Email }}</p>', { ...variables, Email: `"><img src=x>'&` });
  expect(html).toBe('<p title="&#34;&#62;&#60;img src=x&#62;&#39;&#38;">&#34;&#62;&#60;img src=x&#62;&#39;&#38;</p>');
});

test('an invalid template throws at the start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'templates-'));
  const write = (html: string): void => {
    for (const kind of KINDS) writeFileSync(join(folder, `${kind}.html`), html);
  };
  write('<title>Hello</title>{{ if .Email }}');
  expect(() => mailsIn(folder)).toThrow('{{ if .Email }}, which is not understood');
  write('<title>Hello</title>{{ .Emial }}');
  expect(() => mailsIn(folder)).toThrow('{{ .Emial }}');
  write('<p>Hello</p>');
  expect(() => mailsIn(folder)).toThrow('no <title>');
});
