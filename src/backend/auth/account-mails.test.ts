import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAccountMails, renderTemplate } from './account-mails.ts';

const variables = {
  ConfirmationURL: 'https://firm.example/auth/v1/verify?token=abc&type=signup',
  Token: '012345',
  TokenHash: 'abc',
  SiteURL: 'https://firm.example',
  RedirectTo: 'https://firm.example/',
  Email: 'asha@person.example',
  NewEmail: 'asha@new.example',
};
const templates = join(import.meta.dirname, '../../../supabase/templates');

test.each(['confirmation', 'recovery', 'magic_link', 'email_change', 'invite'] as const)(
  'the mail %s leads by its first link',
  (kind) => {
    const { subject, html, text } = readAccountMails(templates)(kind, variables);
    expect(subject).not.toBe('');
    expect(html).toContain('href="https://firm.example/auth/v1/verify?token=abc&#38;type=signup"');
    expect(/https?:\S+/.exec(text)?.[0]).toBe(variables.ConfirmationURL);
    expect(text).toContain(variables.Email);
    expect(text).toContain('012345');
    expect(html).toContain('012345');
    expect(`${html}${text}`).not.toMatch(/\{\{|undefined/);
    expect(text).not.toMatch(/[<>]/);
  },
);

test('the mail that proves who is at a session has a code and no link', () => {
  const { html, text } = readAccountMails(templates)('reauthentication', variables);
  expect(text).toContain('012345');
  expect(`${html}${text}`).not.toContain('/verify');
});

test('values of users are escaped', () => {
  const html = renderTemplate('<p title="{{.Email}}">{{ .Email }}</p>', { ...variables, Email: `"><img src=x>'&` });
  expect(html).toBe('<p title="&#34;&#62;&#60;img src=x&#62;&#39;&#38;">&#34;&#62;&#60;img src=x&#62;&#39;&#38;</p>');
});

test('an invalid template throws at the start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'templates-'));
  const write = (html: string): void => {
    for (const kind of ['confirmation', 'recovery', 'magic_link', 'email_change', 'invite', 'reauthentication'])
      writeFileSync(join(folder, `${kind}.html`), html);
  };
  write('<title>Hello</title>{{ if .Email }}');
  expect(() => readAccountMails(folder)).toThrow('{{ if .Email }}, which is not understood');
  write('<title>Hello</title>{{ .Emial }}');
  expect(() => readAccountMails(folder)).toThrow('{{ .Emial }}');
  write('<p>Hello</p>');
  expect(() => readAccountMails(folder)).toThrow('no <title>');
});
