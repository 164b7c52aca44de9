import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../support/root.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { type TestApp } from '../support/test-app.ts';
import { wxr, wxrItem } from '../support/wxr.ts';
import { type ImportReport, importFile, rejectedImport } from './import-runs.ts';
import { request } from './requests.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';

const WORDPRESS = join(ROOT, 'tests/fixtures/import/wordpress.xml');
const GHOST = join(ROOT, 'tests/fixtures/import/ghost.json');

let app: TestApp;
const folder = folderForTests();
let uploads: string;

beforeAll(async () => {
  app = await shareTestApp();
  uploads = join(folder, 'uploads');
  await mkdir(join(uploads, '2019/05'), { recursive: true });
  await mkdir(join(uploads, '2023/09'), { recursive: true });
  const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } });
  await picture.png().toFile(join(uploads, '2019/05/port.png'));
  await picture.png().toFile(join(uploads, '2023/09/harbour.png'));
});
afterAll(() => app?.stop());

const runImport = (file: string, words: string[] = [], code = 0): Promise<ImportReport> =>
  importFile(app, [file, '--no-fetch', '--pictures', uploads, ...words], code);

const countPosts = async () => (await app.query('select count(*)::int as n from public.blog_posts'))[0]?.['n'];
const postWith = async (title: string) =>
  (await app.query('select * from public.blog_posts where title = $1', [title]))[0] ?? {};

describe('a WordPress export', () => {
  test('a dry run reports the same numbers and writes nothing', async () => {
    const report = await runImport(WORDPRESS, ['--dry-run'], 1);
    expect(report.posts).toMatchObject({ created: 9, failed: 1 });
    expect(report.pictures).toMatchObject({ stored: 1, 'to fetch': 0 });
    expect(report.redirects).toMatchObject({ created: 6 });
    expect(await countPosts()).toBe(0);
    expect(await app.query('select 1 from public.categories')).toEqual([]);
    expect(await app.query('select 1 from storage.objects')).toEqual([]);
  });

  test('posts and pages become posts, and what is not taken is reported', async () => {
    const report = await runImport(WORDPRESS, [], 1);
    expect(report.posts).toMatchObject({ created: 9, failed: 1 });
    expect(report.categories).toMatchObject({ created: 1 });
    expect(report.pictures).toMatchObject({ stored: 1, failed: 0 });
    expect(report.redirects).toMatchObject({ created: 6 });
    expect(report.leftOut).toEqual({
      'items of type attachment': 1,
      'posts with the state trash': 1,
      'items of type nav_menu_item': 1,
    });
    expect(report.dropped).toMatchObject({ script: 1, iframe: 1, 'onclick=': 1 });
    const notes = report.notes.map(({ about, what }) => `${about}: ${what}`);
    for (const part of [
      'post "Duty on machines & parts": left out a link: its address is javascript:alert(1)',
      'post "Duty on machines & parts": shortcode left out: [contact-form-7]',
      'post "For clients": was protected by a password, which this site does not have; it is a draft here',
      'post "About": no redirect from /about/: this site has a page there',
      'post "The same address": its address is /blog/duty-on-machines-2: another post has /blog/duty-on-machines',
      'post "Next century": it will be published at 2100-01-01T00:00:00.000Z',
      'post "Licences in blocks": a picture stays at another host: https://cdn.elsewhere.example/a.jpg',
      'post "Empty": not taken: it has no text',
    ]) {
      expect(notes).toContain(part);
    }
    expect(JSON.stringify(report)).not.toContain('open-sesame');
  });

  test('a post has its text, dates, category and pictures, and its page shows them', async () => {
    const post = await postWith('Duty on machines & parts');
    expect(post).toMatchObject({ slug: 'duty-on-machines', status: 'published', meta_keywords: 'machines, duty' });
    expect(new Date(String(post['published_at'])).toISOString()).toBe('2019-05-04T10:00:00.000Z');
    expect(post['content']).toContain('<p>The duty was <strong>7.5%</strong>.<br />It is now lower[1].</p>');
    expect(post['content']).not.toMatch(/script|onclick|javascript|\[caption/);
    const address = /<img [^>]*src="(\/storage\/[^"]+)"/.exec(String(post['content']))?.[1] ?? '';
    expect(post['featured_image_url']).toBe(address);
    expect((await request(app.url, address)).headers['content-type']).toBe('image/png');
    const page = await request(app.url, '/blog/duty-on-machines');
    expect([page.status, page.body.includes('The port of Mumbai')]).toEqual([200, true]);
  });

  test('drafts, posts with a password and posts of the future are not shown', async () => {
    for (const slug of ['for-clients', 'not-finished', 'next-century']) {
      expect((await request(app.url, `/blog/${slug}`)).status).toBe(404);
    }
  });

  test('old addresses redirect to the posts', async () => {
    const locationOf = async (path: string) => (await request(app.url, path)).headers['location'];
    expect(await locationOf('/2019/05/duty-on-machines')).toBe(`${app.url}/blog/duty-on-machines`);
    expect(await locationOf('/2022/05/duty-on-machines')).toBe(`${app.url}/blog/duty-on-machines-2`);
    expect(await locationOf('/our-history')).toBe(`${app.url}/blog/our-history`);
    expect(await locationOf(`/2022/06/${encodeURIComponent('आयात')}`)).toBe(`${app.url}/blog/post-2022-06-06`);
    expect((await request(app.url, '/2021/03/for-clients')).status).toBe(404);
  });

  test('a second import changes nothing, also where a post was edited here', async () => {
    await app.service.from('blog_posts').update({ excerpt: 'Edited here.' }).eq('slug', 'licences').throwOnError();
    const before = await app.query('select * from public.blog_posts order by id');
    const report = await runImport(WORDPRESS, [], 1);
    expect(report.posts).toMatchObject({ created: 0, updated: 0, present: 9, failed: 1 });
    expect(await app.query('select * from public.blog_posts order by id')).toEqual(before);
    expect(await app.query('select 1 from storage.objects')).toHaveLength(1);
  });

  test('with --overwrite only what is different is written, and the earlier version is kept', async () => {
    const report = await runImport(WORDPRESS, ['--overwrite'], 1);
    expect(report.posts).toMatchObject({ created: 0, updated: 1, unchanged: 8, failed: 1 });
    const { id, excerpt } = await postWith('Licences in blocks');
    expect(excerpt).toBeNull();
    const versions = await app.query(
      `select post ->> 'excerpt' as excerpt from public.post_revisions where post_id = $1`,
      [id],
    );
    expect(versions.map((version) => version['excerpt'])).toContain('Edited here.');
  });
});

describe('hostile files', () => {
  const write = async (text: string): Promise<string> => {
    const file = join(folder, 'hostile.xml');
    await writeFile(file, text);
    return file;
  };

  test('a file that is cut off is rejected, and nothing is written', async () => {
    const before = await countPosts();
    const whole = wxr(wxrItem({ 'wp:post_id': '900' }));
    expect(await rejectedImport(app, await write(whole.slice(0, -20)))).toMatch(/cut off.*Nothing was imported\.\n$/);
    expect(await countPosts()).toBe(before);
  });

  test('pictures at private addresses are not fetched, and their posts are taken', async () => {
    const item = wxrItem({
      'wp:post_id': '901',
      'wp:post_name': 'private-pictures',
      title: 'Private pictures',
      'content:encoded':
        '<img src="/a.png"><img src="http://127.0.0.1:5432/b.png"><img src="http://169.254.169.254/c.png">',
    });
    const file = await write(wxr(item).replaceAll('https://old.example', 'http://127.0.0.1:5432'));
    const report = await importFile(app, [file]);
    expect(report.posts).toMatchObject({ created: 1 });
    expect(report.pictures).toMatchObject({ stored: 0, failed: 2 });
    expect(report.notes.filter(({ what }) => /public https addresses only/.test(what))).toHaveLength(2);
  });

  test('pictures outside the folder, a file under the name of a picture and a post that the database cannot store are reported, and the others are taken', async () => {
    await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .png()
      .toFile(join(folder, 'secret.png'));
    await symlink(join(folder, 'secret.png'), join(uploads, 'linked.png'));
    await writeFile(join(uploads, 'page.png'), '<html><script>alert(1)</script></html>');
    const base = 'https://old.example/wp-content/uploads';
    const bodies = {
      Outside: `<img src="${base}/..%2fsecret.png"><img src="${base}/2019/%2e%2e%2f%2e%2e%2fsecret.png"><img src="${base}/linked.png">`,
      'No picture': `<p>a</p><img src="${base}/page.png">`,
      Deep: '<div>'.repeat(5000),
      'Plain \u001b[2J': 'Text.',
    };
    const items = Object.entries(bodies).map(([title, body], n) =>
      wxrItem({ 'wp:post_id': `${902 + n}`, 'wp:post_name': `hostile-${n}`, title, 'content:encoded': body }),
    );
    const report = await runImport(await write(wxr(...items)), [], 1);
    expect(report.pictures).toMatchObject({ stored: 0, failed: 4 });
    expect(report.notes.map(({ what }) => what).join()).toContain('it is not a JPEG, PNG, WebP, GIF, AVIF or PDF');
    expect(report.posts).toMatchObject({ created: 3, failed: 1 });
    expect(report.notes).toContainEqual({
      about: 'post "Deep"',
      what: 'not taken: its elements are nested too deeply',
    });
  });

  test('a linked PDF file is copied as a picture is, and one that is none or too large is reported', async () => {
    const base = 'https://old.example/wp-content/uploads';
    const pdf = Buffer.from('%PDF-1.4\n%%EOF\n');
    await writeFile(join(uploads, 'Port Tariff.pdf'), pdf);
    await writeFile(join(uploads, 'page.pdf'), '<script>alert(1)</script>');
    await writeFile(join(uploads, 'large.pdf'), Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]));
    const body = ['Port%20Tariff', 'page', 'large'].map((name) => `<a href="${base}/${name}.pdf">${name}</a>`).join();
    const item = wxrItem({ 'wp:post_id': '950', 'wp:post_name': 'pdf', title: 'Files', 'content:encoded': body });
    const report = await runImport(await write(wxr(item)));
    expect(report.pictures).toMatchObject({ stored: 1, failed: 2 });
    const what = report.notes.map((note) => note.what).join('\n');
    expect(what).toContain(`a PDF file is not taken: ${base}/page.pdf (it is not a JPEG, PNG, WebP, GIF, AVIF or PDF)`);
    expect(what).toContain(`a PDF file is not taken: ${base}/large.pdf`);
    const { content } = await postWith('Files');
    const [, address] =
      /href="(\/storage\/v1\/object\/public\/media\/port-tariff-[0-9a-f]{12}\.pdf)"/.exec(String(content)) ?? [];
    const answer = await fetch(`${app.url}${address}`);
    expect([answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer())]).toEqual([
      'application/pdf',
      pdf,
    ]);
    expect(content).toContain(`href="${base}/page.pdf"`);
  });
});

test('a Ghost export is imported with the address of the website', async () => {
  const report = await runImport(GHOST, ['--site', 'https://ghost.example']);
  expect(report.posts).toMatchObject({ created: 4 });
  expect(report.pictures).toMatchObject({ stored: 1 });
  const post = await postWith('Ports of the coast');
  expect(post).toMatchObject({ slug: 'ports-of-the-coast', status: 'published', excerpt: 'On ports.' });
  expect(post['content']).toMatch(
    /<p>A line\.<\/p>\n<figure><img [^>]*src="\/storage\/v1\/object\/public\/media\/harbour-/,
  );
  expect((await request(app.url, '/ports-of-the-coast')).headers['location']).toBe(
    `${app.url}/blog/ports-of-the-coast`,
  );
  expect(await postWith('For members')).toMatchObject({ status: 'draft' });
});

test('a file of no known kind is rejected', async () => {
  expect(await rejectedImport(app, join(ROOT, 'README.md'))).toMatch(/neither an export of WordPress/);
  expect(await rejectedImport(app, join(folder, 'none.xml'))).toMatch(/does not exist/);
});
