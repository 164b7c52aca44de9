import { randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { firm } from '#site/content/firm.ts';
import { UNUSED_SESSION_DAYS } from '#contract/retention.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { findPendingDraft, schedulePendingDraft } from '#site/gateway/post-drafts.ts';
import { createPreviewLink } from '#site/gateway/post-previews.ts';
import { SITE_CONFIG_ID } from '#site/gateway/site-config.ts';
import { readWordsOf, saveWordsDraft } from '#site/gateway/site-words.ts';
import { HOSTED_EMAILJS_ORIGIN } from '#server/site-config.ts';
import { MESSAGES } from '#site/messages.ts';
import { parseFragment } from '../support/html.ts';
import { MORE_ROUTES, PUBLIC_ROUTES } from '../support/routes.ts';
import { ACCOUNT, type HostedSite, startHostedSite } from './hosted-site.ts';
import { LONG, SLOWNESS } from '#backend-tests/support/slowness.ts';

const LIVE_ROUTES = ['/', '/contact', '/auth', '/admin'];
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The site reads the words of a project again after 15 seconds. */
const WORDS_ARRIVE_MS = 25_000 * SLOWNESS;

let site: HostedSite;

beforeAll(async () => {
  site = await startHostedSite();
});
afterAll(() => site?.stop());
afterEach(() => {
  site.emailjs.requests.length = 0;
  site.emailjs.answerWith(200, 'OK');
});

const get = (path: string, init: RequestInit = {}) => fetch(site.url + path, { redirect: 'manual', ...init });
const sendForm = (fields: Record<string, string>, at = site.url) =>
  fetch(`${at}/contact`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
const ENQUIRY = { name: 'Asha', email: 'asha@visitor.example', phone: '123', message: 'Hello\nthere' };

test('the pages are complete HTML with the content of the project', async () => {
  for (const path of [...PUBLIC_ROUTES, ...MORE_ROUTES]) {
    const answer = await get(path);
    const html = await answer.text();
    expect(answer.status, path).toBe(path === '/no-such-page' ? 404 : 200);
    expect(html.trimEnd().endsWith('</html>'), path).toBe(true);
    expect(parseFragment(html).filter(({ tag }) => tag === 'h1').length, path).toBe(1);
  }
  const { data: posts } = await site.project.anon.from('blog_posts').select('title, slug').limit(3).throwOnError();
  const { data: testimonials } = await site.project.anon.from('testimonials').select('*').throwOnError();
  expect([posts.length, testimonials.length > 0]).toEqual([3, true]);
  const home = await (await get('/')).text();
  expect(home).toContain(testimonials[0]?.company);
  for (const { title, slug } of posts) {
    expect(await (await get(`/blog/${slug}`)).text()).toContain(`"headline":${JSON.stringify(title)}`);
  }
});

test('a post of the project is shown at its address', async () => {
  const post = {
    title: 'Written to the project',
    slug: 'written-to-the-project',
    content: '<p>Kept in the project.</p>',
  };
  await site.project.service
    .from('blog_posts')
    .insert({ ...post, status: 'published' })
    .throwOnError();
  const html = await (await get(`/blog/${post.slug}`)).text();
  expect(html).toContain('<p>Kept in the project.</p>');
  expect(html).toContain(`${site.url}/blog/${post.slug}`);
});

test('feed, sitemap and share images come from the project, with addresses of the site', async () => {
  for (const path of ['/rss.xml', '/sitemap.xml']) {
    const xml = await (await get(path)).text();
    expect(xml, path).toContain(`${site.url}/blog/moowr-bonded-factory`);
    expect(xml, path).not.toContain(site.project.url);
  }
  const image = await get('/share/blog/moowr-bonded-factory.png');
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
});

test('live pages get the settings of both services and no key of the former installation', async () => {
  for (const path of LIVE_ROUTES) {
    const html = await (await get(path)).text();
    const script = parseFragment(html).find(({ attributes }) => attributes['id'] === SITE_CONFIG_ID);
    expect(JSON.parse(script?.text ?? 'null'), path).toEqual({
      siteUrl: site.url,
      supabaseUrl: site.project.url,
      anonKey: site.project.anonKey,
      emailjs: { origin: HOSTED_EMAILJS_ORIGIN, ...ACCOUNT },
      activityDays: null,
      backupDays: null,
      countsViews: false,
    });
    expect(html, path).not.toContain(site.formerAnonKey);
    expect(html, path).not.toContain(site.project.serviceRoleKey);
  }
});

test('the privacy page names the services behind the site, and no periods of its own', async () => {
  const html = await (await get('/privacy')).text();
  for (const service of ['Supabase', 'EmailJS']) expect(html).toContain(service);
  expect(html).not.toContain(`${UNUSED_SESSION_DAYS} days`);
});

test('pages may connect only to the site, the project and EmailJS', async () => {
  for (const path of ['/', '/about', '/blog/moowr-bonded-factory', '/auth', '/admin', '/no-such-page']) {
    expect(sourcesOf(await get(path), 'connect-src'), path).toEqual(
      new Set(["'self'", site.project.url, site.project.url.replace('http', 'ws'), HOSTED_EMAILJS_ORIGIN]),
    );
  }
});

test('pages may show pictures of the project', async () => {
  expect(sourcesOf(await get('/blog/moowr-bonded-factory'), 'img-src')).toContain(site.project.url);
});

test('no service of the embedded backend answers', async () => {
  const paths = ['/auth/v1/health', '/auth/v1/token', '/rest/v1/blog_posts', '/api/v1.0/email/send'];
  for (const path of [...paths, '/storage/v1/bucket', '/storage/v1/object/public/media/a.jpg']) {
    for (const key of [site.project.anonKey, site.formerAnonKey]) {
      const headers = { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const read = await get(path, { headers });
      const write = await get(path, { method: 'POST', headers, body: '{}' });
      expect([read.status, read.headers.get('content-type')?.split(';')[0]], path).toEqual([404, 'text/html']);
      expect(write.status, path).toBeGreaterThanOrEqual(404);
      expect(write.status, path).toBeLessThan(500);
    }
  }
});

test('the form without JavaScript reaches EmailJS with the account and the parameters of the specification', async () => {
  const answer = await sendForm(ENQUIRY);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${site.url}/contact?sent=1`]);
  const body = {
    service_id: ACCOUNT.serviceId,
    template_id: ACCOUNT.templateId,
    user_id: ACCOUNT.publicKey,
    template_params: expect.objectContaining({
      from_name: ENQUIRY.name,
      from_email: ENQUIRY.email,
      phone: ENQUIRY.phone,
      message: ENQUIRY.message,
      to_name: firm.enquiryTeam,
    }),
  };
  const sent = { method: 'POST', path: '/api/v1.0/email/send', contentType: 'application/json', body };
  expect(site.emailjs.requests).toEqual([sent]);
});

test('the form without JavaScript reaches EmailJS from an embedded backend as well', async () => {
  const answer = await sendForm(ENQUIRY, site.project.url);
  expect(answer.status).toBe(303);
  expect(site.emailjs.requests).toHaveLength(1);
  expect(await site.project.query('select from mail.outbox')).toEqual([]);
});

test('the form without JavaScript reports errors and limits of EmailJS and keeps the entered text', async () => {
  site.emailjs.answerWith(403, 'API calls are disabled for non-browser applications');
  const rejected = await sendForm({ ...ENQUIRY, message: 'Typed once' });
  const page = await rejected.text();
  expect(rejected.status).toBe(503);
  expect(page).toContain(MESSAGES.enquiryFailed.title);
  expect(page).toContain('Typed once');
  expect(site.app.said()).toContain('The mail service answered 403: API calls are disabled');
  site.emailjs.answerWith(429, 'Too Many Requests');
  expect((await sendForm(ENQUIRY)).status).toBe(429);
});

test('a picture of the project is shown by its address there, without other widths', async () => {
  const { storage } = site.project.service;
  await storage.from('media').upload('port.png', PICTURE, { contentType: 'image/png' });
  const url = `${site.project.url}/storage/v1/object/public/media/port.png`;
  await site.project.service
    .from('blog_posts')
    .insert({
      title: 'With a picture',
      slug: 'with-a-picture',
      content: `<p>See:</p><img src="${url}" alt="The port">`,
      featured_image_url: url,
      status: 'published',
    })
    .throwOnError();
  expect((await fetch(url)).status).toBe(200);
  const html = await (await get('/blog/with-a-picture')).text();
  const pictures = parseFragment(html).filter(({ tag, attributes }) => tag === 'img' && attributes['src'] === url);
  expect(pictures.length).toBe(2);
  for (const { attributes } of pictures) expect(attributes).not.toHaveProperty('srcset');
  expect(html).not.toContain('/storage/v1/render/');
});

test('the start names the project and EmailJS, and does not change the data folder', async () => {
  expect(site.app.said()).toContain(`hosted, at ${site.project.url}`);
  expect(site.app.said()).toMatch(/Mail +enquiries go out by the hosted EmailJS account/);
  expect(site.app.said()).not.toMatch(/outbox|SMTP_URL|npm run admin/);
  expect(await readdir(site.dataFolder)).toEqual(['secrets.json']);
  expect(await readFile(join(site.dataFolder, 'secrets.json'), 'utf8')).toContain(site.formerAnonKey);
});

test('words of the project that do not fit do not fail a page, and the others are on it', LONG, async () => {
  const admin = await site.project.signIn({ admin: true });
  const store = (words: object) =>
    admin
      .from('site_words')
      .update({ words: words as never })
      .eq('page', 'firm')
      .throwOnError();
  const phone = { display: '+91 22 5555 0001', e164: '+912255550001' };
  await store({ phone, name: { first: 'x' }, cities: 'all', unknown: 1 });
  const about = async () => await (await get('/about')).text();
  await expect.poll(about, { timeout: WORDS_ARRIVE_MS, interval: 500 }).toContain(phone.display);
  for (const path of [...PUBLIC_ROUTES, ...MORE_ROUTES]) {
    const answer = await get(path);
    expect([answer.status, await answer.text()], path).toEqual([
      path === '/no-such-page' ? 404 : 200,
      expect.stringContaining(firm.name),
    ]);
  }
  await store({});
});

test('a draft of the project is shown by its link, and published at its time', LONG, async () => {
  const admin = (await site.project.signIn({ admin: true })) as unknown as DataClient;
  const { id, updated_at: seen } = await readWordsOf(admin, 'customs-compliance');
  const draft = { id, words: { lead: 'We are zebras.' }, seen, version: randomUUID(), replaces: [] };
  const kept = await saveWordsDraft(admin, draft);
  const link = await createPreviewLink(admin, id);
  const preview = await get(link);
  expect([preview.status, await preview.text()]).toEqual([200, expect.stringContaining('We are zebras.')]);
  const customs = async () => await (await get('/services/customs-compliance')).text();
  expect(await customs()).not.toContain('We are zebras.');
  await schedulePendingDraft(admin, kept, new Date(Date.now() + 500).toISOString());
  await expect.poll(customs, { timeout: WORDS_ARRIVE_MS, interval: 500 }).toContain('We are zebras.');
  expect(await findPendingDraft(admin, id)).toBeNull();
  await site.project.query(`update public.site_words set words = '{}'`);
});

test('nobody but an administrator changes the words of the project', async () => {
  const before = await site.project.query('select * from public.site_words order by page');
  for (const client of [site.project.anon, await site.project.signIn({ admin: false })]) {
    await client
      .from('site_words')
      .update({ words: { name: 'Attacker' } })
      .eq('page', 'firm');
    expect((await client.from('site_words').insert({ page: 'another' })).error?.code).toBe('42501');
    expect((await client.from('site_words').delete().eq('page', 'firm')).error?.code).toBe('42501');
  }
  expect(await site.project.query('select * from public.site_words order by page')).toEqual(before);
});

/** The sources of one directive of an answer's Content-Security-Policy. */
function sourcesOf(answer: Response, directive: string): Set<string> {
  const directives = (answer.headers.get('content-security-policy') ?? '').split('; ');
  return new Set(
    directives
      .find((one) => one.startsWith(`${directive} `))
      ?.split(' ')
      .slice(1),
  );
}
