import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firm } from '#site/content/firm.ts';
import { previewLink } from '#site/content/preview-link.ts';
import { customsCompliance } from '#site/content/services/customs-compliance.ts';
import { listLeaders } from '#site/content/team.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { DraftConflict, findPendingDraft, schedulePendingDraft } from '#site/gateway/post-drafts.ts';
import { createPreviewLink } from '#site/gateway/post-previews.ts';
import { readWordsOf, saveWords, saveWordsDraft } from '#site/gateway/site-words.ts';
import { ItemConflict } from '#site/gateway/writes.ts';
import type { AppProcess } from '../support/app-process.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { type Client, type TestApp, startTestApp } from '../support/test-app.ts';
import { startSecond } from './database.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const PHONE = { display: '+91 22 5555 0001', e164: '+912255550001' };
const AT_ONCE = { timeout: 5000, interval: 20 };

let app: TestApp;
let second: AppProcess;
let admin: Client;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn({ admin: true });
  second = await startSecond(app);
});
afterAll(async () => {
  await second?.stop();
  await app?.stop();
});
beforeEach(() => store({}));

const store = (words: object) =>
  admin
    .from('site_words')
    .update({ words: words as never })
    .eq('page', 'firm')
    .throwOnError();
const pageOf = async (path: string, url = app.url): Promise<string> => (await fetch(url + path)).text();
/** The graph of structured data of a page. */
async function factsOf(path: string): Promise<Record<string, unknown>[]> {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await pageOf(path)) ?? [];
  return (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph'];
}

test('a telephone number that an administrator saves is everywhere at the next request, and the built-in one again', async () => {
  for (const path of ['/', '/about', '/contact', '/services/customs-compliance']) {
    expect(await pageOf(path)).toContain(firm.phone.display);
  }
  await store({ phone: PHONE });
  for (const path of ['/', '/about', '/contact', '/services/customs-compliance', '/no-such-page']) {
    const html = await pageOf(path);
    expect(html.match(/\+91 22 5555 0001/g)?.length, path).toBeGreaterThanOrEqual(2);
    expect(html, path).not.toContain(firm.phone.e164);
  }
  expect((await factsOf('/contact'))[0]).toMatchObject({ telephone: PHONE.e164 });
  expect((await factsOf('/contact'))[1]).toMatchObject({ telephone: PHONE.e164 });
  await store({});
  expect(await pageOf('/about')).toContain(firm.phone.display);
});

test('the other process shows it as soon as it is notified', async () => {
  expect(await pageOf('/about', second.url)).toContain(firm.phone.display);
  await store({ phone: PHONE });
  await expect.poll(async () => (await pageOf('/about', second.url)).includes(PHONE.display), AT_ONCE).toBe(true);
  expect(await pageOf('/contact', second.url)).not.toContain(firm.phone.e164);
});

test('no page that was rendered during a save is kept with the former words', async () => {
  for (let n = 10; n < 30; n += 1) {
    const name = `Rao ${n} & Co`;
    const racing = Array.from({ length: 6 }, () => pageOf('/team'));
    await store({ name });
    expect(await pageOf('/team')).toContain(`Rao ${n} &amp; Co`);
    await Promise.all(racing);
    expect(await pageOf('/team')).toContain(`Rao ${n} &amp; Co`);
  }
});

test('the headings of the carousels of Home are changed in the HTML and in what the browser hydrates it with', async () => {
  const words = {
    posts: { heading: 'From our desks' },
    testimonials: { heading: 'In their words', subtitle: 'Unasked.' },
  };
  const row = { title: 'A post', slug: 'a-post-on-home', content: 'Text', status: 'published' as const };
  await admin.from('blog_posts').insert(row).throwOnError();
  await admin.from('site_words').update({ words }).eq('page', 'home').throwOnError();
  const html = await pageOf('/');
  for (const { heading } of [words.posts, words.testimonials]) {
    expect(html).toContain(`>${heading}</h2>`);
    expect(html).toContain(`"heading":"${heading}"`);
  }
  await admin.from('site_words').update({ words: {} }).eq('page', 'home').throwOnError();
});

test('the manifest and the feed have the name of the firm', async () => {
  await store({ name: 'Rao & Co' });
  expect(await (await fetch(`${app.url}/site.webmanifest`)).json()).toMatchObject({ name: 'Rao & Co' });
  expect(await pageOf('/rss.xml')).toContain('Rao &amp; Co');
});

test('mails go to and come from the firm as it is named now', async () => {
  await store({ name: 'Rao, Iyer & Co', email: 'office@rao.example', enquiryTeam: 'Rao Team' });
  await sendTestEnquiry(app, 'After the change');
  const mail = await app.mailTo('office@rao.example');
  expect(mail.text).toContain('After the change');
  expect(mail.from).toBe('office@rao.example');
  expect(mail.parsed.from).toMatchObject({ name: 'Rao, Iyer & Co' });
  const email = 'new@person.example';
  await app.anon.auth.signUp({ email, password: 'a long password' });
  expect((await app.mailTo(email)).subject).toContain('Rao, Iyer & Co');
});

test('enquiries go to those whom an administrator chose, whom no visitor sees', async () => {
  const chosen = ['asha@recipient.example', 'ravi@recipient.example'];
  const choose = (recipients: string[]) =>
    admin.from('site_words').update({ words: { recipients } }).eq('page', 'enquiries').throwOnError();
  await choose(chosen);
  await sendTestEnquiry(app, 'To the chosen');
  for (const address of chosen) expect((await app.mailTo(address)).text).toContain('To the chosen');
  for (const path of ['/contact', '/auth', '/admin'])
    expect(await pageOf(path), path).not.toContain('recipient.example');
  expect((await app.anon.from('site_words').select('words').eq('page', 'enquiries').throwOnError()).data).toEqual([]);
  await choose(['no address']);
  await sendTestEnquiry(app, 'To the firm again');
  expect((await app.mailTo(firm.email)).text).toContain('To the firm again');
  await choose([]);
});

test('a partner who is added is on the team page, in posts and in the structured data, and one who is removed is not', async () => {
  const [first, ...others] = listLeaders();
  const partner = {
    ...first!,
    id: 'meera-rao',
    name: 'Meera Rao',
    photograph: '/storage/v1/object/public/media/a.jpg',
    field: 'none',
  };
  const post = { title: 'By Meera', slug: 'by-meera', content: 'Text.', status: 'published', author: 'meera-rao' };
  await admin.from('blog_posts').insert(post).throwOnError();
  expect(await pageOf('/blog/by-meera')).not.toContain('Meera Rao');
  await store({ people: [...others, partner] });
  expect(await pageOf('/team')).toMatch(/<img[^>]*alt="Meera Rao"/);
  expect(await pageOf('/team')).not.toContain(first!.name);
  expect(await pageOf('/blog/by-meera')).toMatch(/href="\/team#meera-rao"[^>]*>Meera Rao/);
  expect((await factsOf('/team')).map(({ name }) => name)).toContain('Meera Rao');
  await admin.from('blog_posts').delete().eq('slug', post.slug).throwOnError();
});

test('what is typed is text on the page, in the structured data and in scripts', async () => {
  await store({ name: '</script><b>x', copyright: '<img src=x onerror=alert(1)>' });
  for (const path of ['/', '/contact', '/auth', '/admin', '/rss.xml', '/blog']) {
    const text = await pageOf(path);
    expect(text, path).not.toMatch(/<\/script><b>|<img src=x/);
  }
  expect((await factsOf('/'))[0]).toMatchObject({ name: '</script><b>x' });
});

test('stored words that do not fit do not fail a page; they are named to the administrator and stay', async () => {
  await store({ phone: PHONE, name: { first: 'x' }, cities: 'all', unknown: 1 });
  const html = await pageOf('/about');
  expect(html).toContain(PHONE.display);
  expect(html).toContain(firm.name);
  const { data } = await admin.auth.getSession();
  const headers = { Authorization: `Bearer ${data.session?.access_token}`, apikey: app.anonKey };
  const checks = await (await fetch(`${app.url}/system/v1/checks`, { headers })).text();
  expect(checks).toMatch(/firm\.name/);
  expect(checks).toMatch(/firm\.cities/);
  const rows = await app.query(`select words from public.site_words where page = 'firm'`);
  expect(rows[0]?.['words']).toMatchObject({ cities: 'all', unknown: 1 });
});

test('without an answer of the database the last words stay on pages that need no data', async () => {
  await store({ phone: PHONE });
  await pageOf('/about');
  await app.query(
    `alter table public.site_words rename to hidden_words; select pg_notify('content_changed', 'site_words')`,
  );
  try {
    await expect.poll(() => app.logged()).toContain('The words of the site could not be read');
    const startedAt = performance.now();
    expect(await pageOf('/about')).toContain(PHONE.display);
    expect(await pageOf('/disclaimer')).toContain(PHONE.display);
    expect(performance.now() - startedAt).toBeLessThan(1500);
  } finally {
    await app.query('alter table public.hidden_words rename to site_words');
  }
  await app.query(`update public.site_words set words = '{}'`);
  await expect.poll(async () => (await pageOf('/about')).includes(firm.phone.display)).toBe(true);
});

describe('drafts of the words of a page', () => {
  const SOON = { timeout: 8000, interval: 50 };
  let member: Client;
  beforeAll(async () => {
    member = await app.signIn({ admin: false });
  });
  beforeEach(async () => {
    await app.query('delete from public.post_drafts');
    await app.query(`update public.site_words set words = '{}'`);
  });

  const PAGE = 'customs-compliance';
  const PATH = `/services/${PAGE}`;
  const DRAFT = 'We clear zebras.';
  const [BUILT_IN = ''] = customsCompliance.lead.split('.');

  const as = (client: Client) => client as unknown as DataClient;
  const stored = () => readWordsOf(as(admin), PAGE);
  async function keep(lead: string, client = admin) {
    const { id, updated_at: seen } = await stored();
    const draft = { id, words: { lead }, seen, version: randomUUID(), replaces: [] };
    return saveWordsDraft(as(client), draft);
  }
  async function publish(lead: string, draft: string | null = null) {
    const { id, updated_at: seen } = await stored();
    return saveWords(as(admin), { id, words: { lead }, seen, draft });
  }

  test('a draft is on no page and read by administrators only; publishing its words ends it', async () => {
    const { post_id: id, version } = await keep(DRAFT);
    expect(await pageOf(PATH)).toContain(BUILT_IN);
    for (const client of [app.anon, member])
      expect(await findPendingDraft(as(client), id).catch(() => null)).toBeNull();
    await expect(keep('By a member', member)).rejects.toBeTruthy();
    expect(await findPendingDraft(as(admin), id)).toMatchObject({ version, fields: { lead: DRAFT } });
    await publish(DRAFT, version);
    expect(await pageOf(PATH)).toContain(DRAFT);
    expect(await findPendingDraft(as(admin), id)).toBeNull();
  });

  test('words are not published beside a draft that they leave out, and no draft replaces one that it has not seen', async () => {
    const { version } = await keep(DRAFT);
    await expect(publish('Without the draft')).rejects.toBeInstanceOf(DraftConflict);
    await expect(publish('Over another', randomUUID())).rejects.toBeInstanceOf(DraftConflict);
    await expect(keep('A second draft')).rejects.toBeInstanceOf(DraftConflict);
    expect(await pageOf(PATH)).toContain(BUILT_IN);
    expect(await findPendingDraft(as(admin), (await stored()).id)).toMatchObject({ version, fields: { lead: DRAFT } });
  });

  test('a draft of words that were saved since is refused', async () => {
    const { id, updated_at: seen } = await stored();
    await publish('Published meanwhile');
    const draft = { id, words: { lead: DRAFT }, seen, version: randomUUID(), replaces: [] };
    await expect(saveWordsDraft(as(admin), draft)).rejects.toBeInstanceOf(ItemConflict);
  });

  test('of a draft and a save at the same time one waits for the other', async () => {
    for (let round = 0; round < 20; round += 1) {
      await app.query('delete from public.post_drafts');
      await Promise.allSettled([keep(`Draft ${round}`), publish(`Public ${round}`)]);
      const rows = await app.query(
        `select from public.post_drafts d join public.site_words w on w.id = d.post_id where d.base <> w.updated_at`,
      );
      expect(rows).toEqual([]);
    }
  });

  test('a preview link shows the page with its draft, and the page to nobody else', async () => {
    const { post_id: id, version } = await keep('<b>We clear</b> zebras.');
    const link = await createPreviewLink(as(admin), id);
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        const [preview, page, others] = await Promise.all([fetch(app.url + link), pageOf(PATH), pageOf('/team')]);
        const html = await preview.text();
        expect(preview.status).toBe(200);
        expect(html).toContain('&lt;b&gt;We clear&lt;/b&gt; zebras.');
        expect(html).toContain('These words of the page are not published.');
        expect(page + others).not.toMatch(/zebras|are not published/);
        expect(Object.fromEntries(preview.headers)).toMatchObject({
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex',
          'referrer-policy': 'no-referrer',
        });
      }),
    );
    expect(await pageOf(link, second.url)).toContain('zebras');
    await publish(DRAFT, version);
    const published = await fetch(app.url + link, { redirect: 'manual' });
    expect([published.status, published.headers.get('location')]).toEqual([302, app.url + PATH]);
    await app.query('update public.post_previews set expires_at = now()');
    const ended = await fetch(app.url + link);
    expect([ended.status, await ended.text()]).toEqual([404, expect.stringContaining(previewLink.page.ended.heading)]);
  });

  test('a draft is published at its time on all processes, as a version of the person who scheduled it', async () => {
    const draft = await keep(DRAFT);
    await Promise.all([pageOf(PATH), pageOf(PATH, second.url)]);
    await schedulePendingDraft(as(admin), draft, new Date(Date.now() + 1500).toISOString());
    expect(await pageOf(PATH)).toContain(BUILT_IN);
    for (const url of [app.url, second.url]) {
      await expect.poll(async () => (await pageOf(PATH, url)).includes(DRAFT), SOON).toBe(true);
    }
    expect(await findPendingDraft(as(admin), draft.post_id)).toBeNull();
    const [version] = await app.query(
      'select saved_by, post from public.post_revisions where post_id = $1 order by id desc limit 1',
      [draft.post_id],
    );
    expect(version).toEqual({ saved_by: draft.saved_by, post: { lead: DRAFT } });
    const [entry] = await app.query('select actor_id, subject, title from public.activity order by id desc limit 1');
    expect(entry).toEqual({ actor_id: draft.saved_by, subject: 'words', title: PAGE });
  });

  test('a due draft that cannot be stored stays as it is, without its time, and holds up no other words', async () => {
    const draft = await keep('x'.repeat(300_000));
    await schedulePendingDraft(as(admin), draft, new Date().toISOString());
    await app.query(
      `update public.site_words set words = '{"lead": "We inspect zebras."}' where page = 'quality-control'`,
    );
    await expect.poll(() => pageOf('/services/quality-control'), SOON).toContain('We inspect zebras.');
    const left = await findPendingDraft(as(admin), draft.post_id);
    expect(left).toMatchObject({ fields: draft.fields, saved_by: draft.saved_by, publish_at: null });
  });

  test('a due draft waits while the database takes no writes, and reading the words does not fail', async () => {
    const { post_id: id } = await keep(DRAFT);
    await app.query(`begin; update public.post_drafts set publish_at = now() where post_id = '${id}';
      set transaction read only; select public.publish_due_words(); rollback`);
    expect(await findPendingDraft(as(admin), id)).not.toBeNull();
  });

  test('words are there after a restart, and a draft that became due meanwhile is published', LONG, async () => {
    await store({ phone: PHONE });
    const draft = await keep(DRAFT);
    await schedulePendingDraft(as(admin), draft, new Date(Date.now() + 60_000).toISOString());
    await second.stop();
    // The running site is not told.
    await app.query(`set session_replication_role = replica; update public.post_drafts set publish_at = now()`);
    await app.restart('kill');
    expect(await pageOf(PATH)).toContain(DRAFT);
    expect(await pageOf('/about')).toContain(PHONE.display);
  });
});
