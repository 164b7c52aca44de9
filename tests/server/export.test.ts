import { execFile } from 'node:child_process';
import { mkdir, open, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { IDLE_IN_TRANSACTION_MS } from '#backend/database/as-caller.ts';
import { closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import type { ExportedContent } from '#operations/transfer/export/export-format.ts';
import { writeExport } from '#operations/transfer/export/write-export.ts';
import type { MediaStore } from '#operations/transfer/pictures/media.ts';
import { ROOT } from '../support/root.ts';
import { programEnv } from '../support/app-process.ts';
import { connectTo, queryAt } from '../support/external-database.ts';
import { runCommand, runTransfer } from '../support/run-admin.ts';
import { spawnProgram } from '../support/run-program.ts';
import { insertManyPosts } from '../support/many-posts.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { databaseUrlOf } from './database.ts';
import { importFile, rejectedImport } from './import-runs.ts';
import { request } from './requests.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';
import { LONG, VERY_LONG } from '#backend-tests/support/slowness.ts';

/** Of the process: Node with the services of the site takes 170 MB. The posts have 100 MB. */
const MAX_MB = 320;

let app: TestApp;
const folder = folderForTests();
/** A site that never runs, and has no data folder yet. */
let stopped: Pick<TestApp, 'dataFolder' | 'url'>;

beforeAll(async () => {
  app = await startTestApp({ smtp: false });
  stopped = { dataFolder: join(folder, 'new-data'), url: 'http://127.0.0.1:1' };
  const uploads = join(folder, 'uploads/2019/05');
  await mkdir(uploads, { recursive: true });
  await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toFile(join(uploads, 'port.png'));
  const file = join(ROOT, 'tests/fixtures/import/wordpress.xml');
  await importFile(app, [file, '--no-fetch', '--pictures', join(folder, 'uploads')], 1);
});
afterAll(() => app?.stop());

const countPosts = async () => (await app.query('select count(*)::int as n from public.blog_posts'))[0]?.['n'];

test('an export restores posts, redirects, testimonials and pictures on another installation', async () => {
  const testimonial = { name: 'A', company: 'B', testimonial: 'Good', rating: 4 };
  await app.service.from('testimonials').insert(testimonial).throwOnError();
  await app.service.from('blog_posts').update({ slug: 'licences-new' }).eq('slug', 'licences').throwOnError();
  const category = { slug: 'empty', name: 'Without posts', description: 'Later.' };
  await app.service.from('categories').insert(category).throwOnError();
  const signs =
    '<p>Pay &lt;amount&gt; &amp;nbsp; R&amp;D<br>1) a<small data-footnote>See <em>b</em>.<br>c</small><small data-footnote>d</small></p><h3 id="e">E</h3><h3 id="f">F</h3><p><a href="#e">e</a></p><pre>if (a_b)\n  go</pre><pre><code>x\ny</code></pre>';
  const post = { title: 'Signs', slug: 'signs', content: signs };
  await app.service.from('blog_posts').insert(post).throwOnError();
  const words = { email: 'new@firm.example', people: [] };
  await app.service.from('site_words').update({ words }).eq('page', 'firm').throwOnError();
  const target = join(folder, 'export');
  const killed = `${target}.unfinished-killed`;
  await mkdir(killed);
  expect(await runTransfer(app, 'export', [target])).toContain(`\n${killed} is of an export that did not end.`);
  const again = await runTransfer(app, 'export', [target]).catch((error: { stderr: string }) => error.stderr);
  expect(again).toMatch(/has files already/);
  expect(await readFile(join(target, 'posts/duty-on-machines.md'), 'utf8')).toMatch(
    /^---\ntitle: "Duty on machines & parts"\nslug: "duty-on-machines"\nstatus: "published"\n[^]*---\n\nThe duty was \*\*7\.5%\*\*\.[^]*\.\.\/pictures\/port-/,
  );

  expect(await readFile(join(target, 'posts/signs.md'), 'utf8')).toContain(
    '\n\nPay \\<amount> \\&nbsp; R&D  \n1\\) a[^1][^2]\n\n### <a id="e"></a>E\n\n### F\n\n[e](#e)\n\n```\nif (a_b)\n  go\n```\n\n```\nx\ny\n```\n\n[^1]: See *b*.  \n    c\n\n[^2]: d\n',
  );

  const other = await shareTestApp();
  try {
    await runTransfer(other, 'import', [target]);
    const content = (from: TestApp) =>
      Promise.all([
        from.query(
          'select id, title, slug, excerpt, content, status, meta_title, meta_description, meta_keywords, featured_image_url, published_at::text, created_at::text, updated_at::text, author, reviewer, law_as_of::text from public.blog_posts order by id',
        ),
        from.query(`select to_jsonb(t) - 'updated_at' from public.testimonials t`),
        from.query('select slug, name, description from public.categories order by slug'),
        from.query('select page, words from public.site_words order by page'),
        from.query('select old_slug, post_id from public.post_redirects order by 1'),
        from.query('select path, post_id from public.address_redirects order by 1'),
        from.query(`select name, user_metadata from storage.objects where bucket_id = 'media' order by 1`),
        from.query(
          'select p.slug, c.slug as category from public.blog_posts p join public.categories c on c.id = p.category_id order by 1',
        ),
      ]);
    const [before, after] = [await content(app), await content(other)];
    expect(after).toEqual(before);
    expect(before.map((rows) => rows.length > 0)).toEqual(before.map(() => true));
    const page = await request(other.url, '/blog/duty-on-machines');
    expect(page.body).toContain('The port of Mumbai');
    expect((await request(other.url, '/blog/licences')).headers['location']).toBe(`${other.url}/blog/licences-new`);

    // Words that somebody has begun to write stay as they are.
    await other.query(`update public.site_words set words = '{}' where page = 'firm';
      insert into public.post_drafts (post_id, version, fields, base)
        select id, 'a', '{"name": "Draft"}', updated_at from public.site_words where page = 'firm'`);
    await runTransfer(other, 'import', [target]);
    expect(await other.query(`select words from public.site_words where page = 'firm'`)).toEqual([{ words: {} }]);
  } finally {
    await other.stop();
  }
});

test('an import continues where another one has just inserted the same row', async () => {
  const client = await connectTo(await databaseUrlOf(app));
  await client.query(
    'create temporary table kept as select * from public.testimonials; delete from public.testimonials',
  );
  await client.query('begin; insert into public.testimonials select * from kept');
  const importing = importFile(app, [join(folder, 'export')]);
  await waitFor(async () => (await app.query('select from pg_locks where not granted'))[0]);
  await client.query('commit');
  expect((await importing).posts).toMatchObject({ failed: 0 });
  await client.end();
});

test('two imports at once take each post once', async () => {
  const before = Number(await countPosts());
  await app.query('delete from public.blog_posts');
  const client = await connectTo(await databaseUrlOf(app));
  onTestFinished(() => client.end());
  await client.query('begin; lock table public.blog_posts in share mode');
  const importing = [1, 2].map(() => importFile(app, [join(folder, 'export')]));
  await waitFor(async () => (await app.query('select from pg_locks where not granted'))[1]);
  await client.query('rollback');
  const reports = await Promise.all(importing);
  expect(reports.map(({ posts }) => posts['failed'])).toEqual([0, 0]);
  const [one, other] = reports.map(({ posts }) => [posts['created'], posts['present']]);
  expect(one).toEqual(other?.toReversed());
  expect(await countPosts()).toBe(before);
});

test('a damaged export is rejected, and nothing of it is imported', async () => {
  const file = join(folder, 'export/content.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('"duty-on-machines"', '"no-such-post"'));
  const before = await countPosts();
  expect(await rejectedImport(app, join(folder, 'export'))).toMatch(/no-such-post\.json is missing/);
  expect(await countPosts()).toBe(before);
});

test('a long report is printed to its end', async () => {
  const target = join(folder, 'long');
  await runTransfer(app, 'export', [target]);
  const file = join(target, 'content.json');
  const content = JSON.parse(await readFile(file, 'utf8'));
  const names = Array.from({ length: 1500 }, (_, n) => `${n}`.padStart(200, 'a'));
  const pictures = names.map((name) => ({ ...content.pictures[0], key: name, file: name }));
  await writeFile(file, JSON.stringify({ ...content, pictures }));
  const report = await importFile(app, [target, '--dry-run'], 1);
  expect(report.notes).toHaveLength(1500);
});

test('content is imported into a folder without a database, and exported again, while no site runs', async () => {
  const file = join(ROOT, 'tests/fixtures/import/ghost.json');
  const words = [file, '--site', 'https://ghost.example', '--no-fetch'];
  await expect(runTransfer(stopped, 'export', [join(folder, 'none')])).rejects.toThrow(/no database of the site/);
  await expect(runTransfer(stopped, 'import', [...words, '--dry-run'])).rejects.toThrow(/no database of the site/);
  expect(await runTransfer(stopped, 'import', words)).toContain('posts: 4 created');
  expect(await runTransfer(stopped, 'export', [join(folder, 'of-new')])).toContain(
    'posts: 4, categories: 1, testimonials: 0, ',
  );
  expect(await readdir(join(folder, 'of-new/posts'))).toHaveLength(8);
});

test('pictures of an export that are damaged or missing are named and not stored', async () => {
  const png = (background: string) =>
    sharp({ create: { width: 3, height: 2, channels: 3, background } })
      .png()
      .toBuffer();
  const bytes = await png('red');
  for (const key of ['Case.png', 'case.png']) {
    const { error } = await app.service.storage.from('media').upload(key, bytes, { contentType: 'image/png' });
    if (error) throw error;
  }
  const target = join(folder, 'damaged');
  await runTransfer(app, 'export', [target]);
  const { pictures }: ExportedContent = JSON.parse(await readFile(join(target, 'content.json'), 'utf8'));
  const files = new Map(pictures.map(({ key, file }) => [key, join(target, 'pictures', file)]));
  expect(new Set(pictures.map(({ file }) => file.toLowerCase())).size).toBe(3);
  await writeFile(files.get('Case.png')!, await png('blue'));
  await rm(files.get('case.png')!);
  const report = await importFile(stopped, [target], 1);
  expect(report.pictures).toMatchObject({ stored: 1, failed: 2 });
  expect(report.notes.slice(0, 2)).toEqual([
    { about: 'picture Case.png', what: 'not taken: it is damaged' },
    { about: 'picture case.png', what: expect.stringContaining('is not a file of the export') },
  ]);
  expect(await rejectedImport(stopped, target)).toBe('');
});

test('an export and a dry run write nothing to a database that is not a current one of the site', async () => {
  await app.query('create database mistyped');
  const own = await databaseUrlOf(app);
  const mistyped = own.replace(/postgres$/, 'mistyped');
  const dataFolder = join(folder, 'no-data');
  const reject = async (databaseUrl: string, message: RegExp) => {
    const dryRun = [join(ROOT, 'tests/fixtures/import/wordpress.xml'), '--dry-run'];
    for (const [name, words] of [
      ['export', [join(folder, 'none')]],
      ['import', dryRun],
    ] as const) {
      const ended = runCommand({ dataFolder, url: app.url }, name, [...words], { DATABASE_URL: databaseUrl });
      await expect(ended).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
    }
    expect((await readdir(folder)).filter((name) => name.startsWith('no'))).toEqual([]);
  };
  const listSchemas = () => queryAt(mistyped, 'select nspname from pg_namespace order by 1');
  const before = await listSchemas();
  await reject(mistyped, /^There is no database of the site at DATABASE_URL yet/);
  expect(await listSchemas()).toEqual(before);
  await queryAt(
    mistyped,
    `create schema supabase_migrations;
     create table supabase_migrations.schema_migrations as select '20261121000001' as version, null as name`,
  );
  await reject(mistyped, /^The database at DATABASE_URL is not up to date/);
  await reject(own, /^There is no secrets\.json in .*no-data/);
});

test('of two exports into one folder at once the first to end is kept', async () => {
  const database = connectDatabase(await databaseUrlOf(app));
  onTestFinished(() => closeDatabase(database));
  const target = join(folder, 'twice');
  const exportWith = (read: MediaStore['read']) =>
    writeExport(target, { database, media: { read } as MediaStore, siteUrl: app.url, now: () => new Date() });
  let other: Promise<unknown> | undefined;
  const slow = exportWith(async () => {
    await (other ??= exportWith(async () => Buffer.from('first')));
    return Buffer.from('second');
  });
  await expect(slow).rejects.toThrow(/has files already/);
  expect(await other).toMatchObject({ unfinished: [expect.stringContaining(`${target}.unfinished-`)] });
  const [picture = ''] = await readdir(join(target, 'pictures'));
  expect(await readFile(join(target, 'pictures', picture), 'utf8')).toBe('first');
  expect((await readdir(folder)).filter((name) => name.startsWith('twice'))).toEqual(['twice']);
});

test('an export to a symbolic link or a mount, which cannot be replaced, is refused at once', async () => {
  const [empty, target] = [join(folder, 'empty'), join(folder, 'link-to-empty')];
  await mkdir(empty);
  await symlink(empty, target);
  await expect(runTransfer(app, 'export', [target])).rejects.toMatchObject({
    stderr: expect.stringContaining(`${target} cannot be replaced (ENOTDIR). Name a new folder in it.`),
  });
  expect(await runTransfer(app, 'export', [join(target, 'new')])).toContain('posts: ');
});

/** The folder of an export to `target` once it waits for the posts, and a function that lets it read them. */
async function holdExport(target: string) {
  const client = await connectTo(await databaseUrlOf(app));
  onTestFinished(() => client.end());
  await client.query('begin; lock table public.blog_posts in access exclusive mode');
  const find = async () => (await readdir(folder)).find((name) => name.startsWith(`${target}.unfinished-`));
  return { find, release: () => client.query('rollback') };
}

test('an export that a signal ends leaves no folder', async () => {
  const { find } = await holdExport('ended');
  const words = ['src/cli/export.ts', join(folder, 'ended')];
  const { child, ended } = spawnProgram(words, { DATA_DIR: app.dataFolder, SITE_URL: app.url });
  await waitFor(find);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(1);
  expect(await find()).toBeUndefined();
});

test('an export to a slow disk is complete', LONG, async () => {
  const database = connectDatabase(await databaseUrlOf(app));
  onTestFinished(() => closeDatabase(database));
  const { find, release } = await holdExport('slow');
  const written = Promise.withResolvers<Buffer>();
  const media = { read: () => written.promise } as unknown as MediaStore;
  const exporting = writeExport(join(folder, 'slow'), { database, media, siteUrl: app.url, now: () => new Date() });
  const unfinished = await waitFor(find);
  // A write to a pipe that nobody reads waits.
  const file = join(folder, unfinished, 'posts/licences-new.json');
  await promisify(execFile)('mkfifo', [file]);
  await release();
  await sleep(IDLE_IN_TRANSACTION_MS + 1000);
  const pipe = await open(file);
  const post = await pipe.readFile();
  await pipe.close();
  await rm(file);
  await writeFile(file, post);
  written.resolve(Buffer.from('picture'));
  expect((await exporting).posts).toBe(await countPosts());
});

test('an export of many posts takes little memory', VERY_LONG, async () => {
  await insertManyPosts(app.query, 2500);
  // What is made from long texts takes time, and an export does not read it. One long word costs little as Markdown.
  await app.query(`set session_replication_role = replica;
    alter table public.blog_posts alter column search drop expression,
      alter column card_excerpt drop expression, alter column reading_minutes drop expression;
    update public.blog_posts set content = '<p>' || repeat('Duty', 9900) || '</p>'`);
  const target = join(folder, 'many');
  const report = `data:text/javascript,process.on('exit',()=>console.error('rss',process.resourceUsage().maxRSS))`;
  const env = { ...programEnv(), DATA_DIR: app.dataFolder, NODE_OPTIONS: `--import=${report}` };
  const { stderr } = await promisify(execFile)(process.execPath, ['scripts/run.mjs', 'export', target], {
    cwd: ROOT,
    env,
  });
  expect(await readdir(join(target, 'posts'))).toHaveLength(2 * Number(await countPosts()));
  const kilobytes = Array.from(stderr.matchAll(/^rss (\d+)$/gm), ([, n]) => Number(n));
  // Of the export, and of the program that started it.
  expect(kilobytes).toHaveLength(2);
  expect(Math.max(...kilobytes) / 1024).toBeLessThan(MAX_MB);
});
