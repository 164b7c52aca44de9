import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import {
  ACTIVITY_DAYS,
  DELETED_ITEM_DAYS,
  DELIVERED_MAIL_DAYS,
  KNOWN_CLIENT_DAYS,
  MAX_LIMIT_MINUTES,
  MAILED_CODE_DAYS,
  PROVIDER_COOKIE_MINUTES,
  UNCONFIRMED_ACCOUNT_DAYS,
  UNUSED_SESSION_DAYS,
  VIEW_COUNT_DAYS,
} from '#contract/retention.ts';
import { firm } from '#site/content/firm.ts';
import type { PrivacyFacts } from '#site/content/privacy.ts';
import PrivacyPage from './privacy.tsx';

const EMBEDDED: PrivacyFacts = {
  activityDays: ACTIVITY_DAYS,
  backupDays: null,
  countsViews: true,
  isHosted: false,
  hasHostedMail: false,
};

function render(facts: PrivacyFacts): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <PrivacyPage loaderData={facts} />
    </MemoryRouter>,
  );
}

/** The period of the entry whose title begins so, without tags. */
function periodOf(html: string, title: string): string {
  const entry = html.split('<li class="entry">').find((part) => part.startsWith(`<h3>${title}`)) ?? '';
  return /<p class="entry__output"><b>Kept<\/b> (.*?)<\/p>/.exec(entry)?.[1] ?? 'no such entry';
}

test.each([
  ['Enquiries', `${DELIVERED_MAIL_DAYS} days`],
  ['Network addresses', `${MAX_LIMIT_MINUTES} minutes`],
  ['Accounts', `${UNCONFIRMED_ACCOUNT_DAYS} days`],
  ['Sessions', `${UNUSED_SESSION_DAYS} days`],
  ['Known devices', `${KNOWN_CLIENT_DAYS} days`],
  ['Mailed links and codes', `${MAILED_CODE_DAYS} days`],
  ['Counts of views', `${VIEW_COUNT_DAYS} days`],
  ['Work in the dashboard', `${ACTIVITY_DAYS} days`],
  ['Deleted posts, categories', `${DELETED_ITEM_DAYS} days`],
  ['Sign-in by another company', `${PROVIDER_COOKIE_MINUTES} minutes`],
])('the period of "%s" is the one in force', (title, period) => {
  expect(periodOf(render(EMBEDDED), title)).toContain(period);
});

test('without the counting of views the page says nothing of it', () => {
  const html = render({ ...EMBEDDED, countsViews: false });
  expect(periodOf(html, 'Counts of views')).toBe('no such entry');
  expect(html).not.toContain('counts how often');
});

test('the period of the activity list follows the setting', () => {
  expect(periodOf(render({ ...EMBEDDED, activityDays: 47 }), 'Work in the dashboard')).toBe('47 days');
  expect(periodOf(render({ ...EMBEDDED, backupDays: 14 }), 'Backups')).toBe('14 days');
  expect(periodOf(render(EMBEDDED), 'Backups')).toBe('Until replaced');
});

describe('with hosted services', () => {
  const html = render({
    activityDays: null,
    backupDays: null,
    countsViews: false,
    isHosted: true,
    hasHostedMail: true,
  });

  test('the page names them, and claims no period of its own', () => {
    expect(html).toContain('Supabase');
    expect(html).toContain('EmailJS');
    for (const title of ['Sessions', 'Known devices', 'Mailed links and codes']) {
      expect(periodOf(html, title)).toBe('no such entry');
    }
    expect(periodOf(html, 'Work in the dashboard')).toBe('Until the account is deleted');
  });

  test('a site with its own services names none', () => {
    expect(render(EMBEDDED)).not.toMatch(/Supabase|EmailJS/);
  });
});

test('the law is named with its year, and the address of the firm is there', () => {
  const html = render(EMBEDDED);
  expect(html).toContain('Digital Personal Data Protection Act, 2023');
  expect(html).toContain('Digital Personal Data Protection Rules, 2025');
  expect(html).toContain(firm.email);
});

test('no level of heading is skipped', () => {
  const levels = [...render(EMBEDDED).matchAll(/<h([1-6])/g)].map((match) => Number(match[1]));
  levels.forEach((level, n) => expect(level - (levels[n - 1] ?? 0), `heading ${n + 1}`).toBeLessThanOrEqual(1));
});
