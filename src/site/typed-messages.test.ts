import { expect, test } from 'vitest';
import { DASHBOARD_MESSAGES } from './dashboard-messages.ts';
import { ACCOUNT_MESSAGES, MESSAGES, SENTENCES } from './messages.ts';
import { account } from './content/account.ts';
import { activity } from './content/activity.ts';
import { blogList } from './content/blog.ts';
import { carouselWords } from './content/carousel-words.ts';
import { dashboard } from './content/dashboard.ts';
import { differences } from './content/differences.ts';
import { editor, findInText } from './content/editor.ts';
import { live } from './content/live.ts';
import { mail } from './content/mail.ts';
import { media } from './content/media.ts';
import { firmForm } from './content/words-form.ts';
import { mfa } from './content/mfa.ts';
import { mfaErrors } from './content/mfa-errors.ts';
import { passkeys } from './content/passkeys.ts';
import { readers } from './content/readers.ts';
import { reviews } from './content/reviews.ts';
import { saving } from './content/saving.ts';
import { paste } from './content/paste.ts';
import { postLinks } from './content/post-links.ts';
import { publishing } from './content/publishing.ts';
import { system } from './content/system.ts';
import { users } from './content/users.ts';

const CATALOGUES = {
  MESSAGES,
  SENTENCES,
  ACCOUNT_MESSAGES,
  DASHBOARD_MESSAGES,
  account,
  activity,
  blogList,
  dashboard,
  differences,
  editor,
  findInText,
  live,
  mail,
  media,
  firmForm,
  mfa,
  mfaErrors,
  passkeys,
  readers,
  reviews,
  saving,
  paste,
  postLinks,
  publishing,
  system,
  users,
  carousel: carouselWords('Posts', { previous: '', next: '', pause: '', resume: '' }),
};

/** Every string and function of the catalogues, by its path. */
function leavesOf(node: unknown, path: string): [string, unknown][] {
  if (typeof node !== 'object' || node === null) return [[path, node]];
  return Object.entries(node).flatMap(([name, child]) => leavesOf(child, `${path}.${name}`));
}

const leaves = leavesOf(CATALOGUES, '');
const strings = leaves.filter(([, leaf]) => typeof leaf === 'string') as [string, string][];

test('no text has a placeholder', () => {
  expect(strings.length).toBeGreaterThan(300);
  expect(strings.filter(([, text]) => /\{\w+\}/.test(text))).toEqual([]);
});

// String.replace would insert the matched placeholder for `$&`, and a dollar sign for `$$`.
test.each<[string, (value: string) => string]>([
  ['account.signUp', account.signUp.sent.text],
  ['account.recovery', account.recovery.sent.text],
  ['blog.search', (value) => blogList.search.found(2, value)],
  ['dashboard.slug', dashboard.slug.taken],
  ['dashboard.copy', dashboard.copy.title],
  ['editor.versions', (value) => editor.versions.entry('', value)],
  ['editor.deleted', editor.deleted.who],
  ['editor.duplicate', editor.duplicate.title],
  ['live.mark', (value) => live.changed(value, value)],
  ['live.news', (value) => live.one('blog_posts', { title: value, who: value, isNew: true })],
  ['account.emailLink', account.emailLink.sent.text],
  ['mail.to', mail.to],
  ['media.file', (value) => media.file.chosen(value, '1 MB')],
  ['mfa.form', mfa.form.text],
  ['mfa.own', mfa.own.removeQuestion],
  ['mfa.own, last', mfa.own.removeLastQuestion],
  ['mfa.codes', (value) => mfa.codes.fileHeading(value, value)],
  ['saving.conflict', (value) => saving.state.conflict(value, value)],
  ['saving.pending', (value) => saving.pending.title(value, value)],
  ['saving.presence', (value) => saving.presence([value])],
  ['system.mail', system.mail.tested],
  ['system.backups', (value) => system.backups.summary(value, value)],
  ['users.roles.admin.grant', users.roles.admin.grantQuestion],
  ['users.roles.writer.revoke', users.roles.writer.revokeQuestion],
  ['toast', (value) => DASHBOARD_MESSAGES.roles.admin.granted(value).description],
  ['toast of an invitation', (value) => DASHBOARD_MESSAGES.invited(value).description],
])('%s contains the value literally', (_, textOf) => {
  const value = "$& $$ $1 $' {email}";
  expect(textOf(value)).toContain(value);
});
