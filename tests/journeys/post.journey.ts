import { expect, test } from 'vitest';
import { firm } from '#site/content/firm.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { leaderOf } from '#site/content/team.ts';
import type { VisitOptions } from '../support/browser.ts';
import { withPublishedPosts } from '../support/published-posts.ts';
import { setUpJourney } from '../support/journey.ts';

const journey = setUpJourney({ sampleContent: true, isAlone: true });
journey.expectLogged(/permission denied for table blog_posts/);
/** Chromium's console message, and that of the not-found page. */
const NOT_FOUND = /404/;

async function comeTo(path: string, options: VisitOptions = {}, complaint?: RegExp) {
  const one = await journey.visit(options);
  if (complaint) one.expectConsoleError(complaint);
  await one.page.goto(path);
  return one;
}

test('a post is complete with JavaScript off, and loads no framework', async () => {
  const { page } = await comeTo('/blog/scomet-licence-questions', { javaScript: false, width: 375 });
  expect(await page.locator('h1').textContent()).toBe('Before you sign: does your export need a SCOMET licence?');
  expect(await page.locator('.badge').textContent()).toBe('Foreign Trade Policy');
  expect(await page.locator('.article-head__meta').textContent()).toBe(
    'Foreign Trade Policy October 20, 2026 4 min read',
  );
  expect(await page.getByRole('link', { name: 'Back to Blog' }).getAttribute('href')).toBe('/blog');
  expect(await page.locator('.prose h2').count()).toBeGreaterThan(3);
  expect(await page.locator('script[src], link[rel="modulepreload"]').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Copy the link' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Previous article' }).getAttribute('href')).toBe(
    '/blog/fdi-first-fema-filings',
  );
  expect(await page.getByRole('link', { name: 'Next article' }).getAttribute('href')).toBe(
    '/blog/rules-of-origin-explained',
  );
  const related = page.getByRole('region', { name: 'Read next' }).locator('li');
  expect(await related.count()).toBe(3);
  expect(await related.first().textContent()).toMatch(/^Foreign Trade Policy/);
  const lines = page.locator('.article-foot__filed a');
  expect(await lines.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/blog/category/foreign-trade-policy',
    '/services/foreign-trade-policy',
  ]);
  await lines.first().click();
  await page.waitForURL('**/blog/category/foreign-trade-policy');
});

test('the space below the text of a post is that of a text whose foot follows', async () => {
  const { page } = await comeTo('/blog/scomet-licence-questions', { javaScript: false });
  const text = page.locator('.article-body');
  expect(await text.evaluate((body) => getComputedStyle(body).paddingBottom)).toBe('40px');
});

test('a post says who wrote and reviewed it, and as of when its law is; nothing of what is not known', async () => {
  const { page } = await comeTo('/blog/scomet-licence-questions', { javaScript: false });
  const entries = page.locator('.by-line > div');
  expect(await entries.allTextContents()).toEqual([
    `Author${leaderOf('trade').name}`,
    `Reviewed by${leaderOf('managing').name}`,
    'Law as ofJuly 31, 2026',
  ]);
  await entries.first().getByRole('link').click();
  await page.waitForURL('**/team#nandini-mathur');
  expect(await page.locator(':target h3').textContent()).toBe(leaderOf('trade').name);

  const row = { title: 'Of earlier', slug: 'of-earlier', content: 'x', status: 'published', author: 'left-the-firm' };
  await journey.app.service.from('blog_posts').insert(row).throwOnError();
  await page.goto('/blog/of-earlier');
  expect(await page.locator('h1').textContent()).toBe(row.title);
  expect(await page.locator('.by-line').count()).toBe(0);
  await journey.app.service.from('blog_posts').delete().eq('slug', row.slug).throwOnError();
});

test('a service page lists the two newest posts on its subject, and follows them', async () => {
  const { page } = await journey.visit({ javaScript: false });
  const notes = async () => {
    await page.goto('/services/customs-compliance');
    return page.getByRole('region', { name: pageLabels.notes }).locator('a[href^="/blog/"]').allTextContents();
  };
  const [svb, moowr] = await notes();
  expect([svb, moowr]).toEqual([expect.stringContaining('SVB'), expect.stringContaining('MOOWR')]);
  const { service } = journey.app;
  const category = await service.from('categories').select('id').eq('slug', 'customs-and-gst').single().throwOnError();
  const row = {
    title: 'Just out',
    slug: 'just-out',
    content: 'x',
    status: 'published',
    category_id: category.data?.id,
  };
  await service.from('blog_posts').insert(row).throwOnError();
  expect(await notes()).toEqual(['Just out', svb]);
  await service.from('blog_posts').delete().eq('slug', row.slug).throwOnError();
  expect(await notes()).toEqual([svb, moowr]);
});

test('while posts cannot be read a service page is complete without them, and is not kept so', async () => {
  const readPage = async () => {
    const answer = await fetch(`${journey.app.url}/services/market-entry`);
    return { status: answer.status, html: await answer.text() };
  };
  await journey.app.query('revoke select on public.blog_posts from anon');
  const without = await readPage();
  await journey.app.query('grant select on public.blog_posts to anon');
  expect(without.status).toBe(200);
  expect(without.html).toContain(pageLabels.related);
  expect(without.html).not.toContain('href="/blog/');
  expect((await readPage()).html).toContain('href="/blog/');
});

test('a post with an image and no category shows the image with its title as the description, and no badge', async () => {
  const row = { title: 'Inserted & proud', slug: 'inserted-image', content: 'One\ntwo', status: 'published' };
  await journey.app.service
    .from('blog_posts')
    .insert({ ...row, featured_image_url: '/icon-512.png' })
    .throwOnError();
  const { page } = await comeTo('/blog/inserted-image', { javaScript: false });
  expect(await page.getByRole('img', { name: row.title }).getAttribute('src')).toBe('/icon-512.png');
  expect(await page.locator('.badge, .contents, .article-foot__filed').count()).toBe(0);
  expect(await page.locator('.prose').innerHTML()).toBe('One<br>two');
  expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toContain(
    `${journey.app.url}/share/blog/inserted-image.png?v=`,
  );
  expect(await page.title()).toBe(`Inserted & proud | ${firm.name}`);
  await journey.app.service.from('blog_posts').delete().eq('slug', row.slug).throwOnError();
});

test('a list is numbered as its HTML says', async () => {
  const content = '<ol start="3"><li>Apply</li><li>Wait</li></ol><ol reversed><li>File</li><li>Pay</li></ol>';
  const row = { title: 'Numbered', slug: 'numbered', content, status: 'published' };
  await journey.app.service.from('blog_posts').insert(row).throwOnError();
  const { page, context } = await comeTo('/blog/numbered');
  const devTools = await context.newCDPSession(page);
  const { nodes } = await devTools.send('Accessibility.getFullAXTree');
  const read = (id: string): string => {
    const { role, name, childIds = [] } = nodes.find(({ nodeId }) => nodeId === id)!;
    return role?.value === 'StaticText' ? String(name?.value) : childIds.map(read).join('');
  };
  const items = nodes.filter(({ role }) => role?.value === 'listitem').map(({ nodeId }) => read(nodeId));
  const isOfPost = (item: string) => /Apply|Wait|File|Pay$/.test(item);
  expect(items.filter(isOfPost)).toEqual(['3Apply', '4Wait', '2File', '1Pay']);
  await journey.app.service.from('blog_posts').delete().eq('slug', row.slug).throwOnError();
});

test('the newest post has no next post and the oldest no previous', async () => {
  const { page } = await comeTo('/blog/rules-of-origin-explained');
  expect((await page.locator('.neighbours a').allTextContents()).map((text) => text.trim())).toEqual([
    'Previous article Before you sign: does your export need a SCOMET licence?',
  ]);
  await page.goto('/blog/advance-authorisation-or-drawback');
  expect((await page.locator('.neighbours a').allTextContents()).map((text) => text.trim())).toEqual([
    'Next article Closing an EPCG authorisation: the six-year file',
  ]);
});

test('posts of the same time are each reached once, going back from the newest', () =>
  withPublishedPosts(journey.app, 4, async () => {
    await journey.app.query(
      `update public.blog_posts set published_at = '2025-01-01T00:00:00.123456Z' where slug like 'inserted-%'`,
    );
    const { data } = await journey.app.service.from('blog_posts').select('slug').like('slug', 'inserted-%').order('id');
    const slugs = data?.map(({ slug }) => slug) ?? [];
    const { page } = await comeTo(`/blog/${slugs[0]}`, { javaScript: false });
    const reached = [];
    while (reached.length < slugs.length - 1) {
      const link = page.getByRole('link', { name: 'Previous article' });
      reached.push((await link.getAttribute('href'))?.replace('/blog/', ''));
      await link.click();
      await page.waitForURL(`**/blog/${reached.at(-1)}`);
    }
    expect(reached).toEqual(slugs.slice(1));
  }));

test('a post can be shared, and its link copied, by hand where the browser refuses; every entry of the table of contents leads to its heading', async () => {
  const { page, context } = await comeTo('/blog/scomet-licence-questions');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const share = page.getByRole('region', { name: 'Share' });
  const whatsApp = new URL((await share.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '');
  expect(whatsApp.origin + whatsApp.pathname).toBe('https://wa.me/');
  expect(whatsApp.searchParams.get('text')).toBe(
    `Before you sign: does your export need a SCOMET licence? ${page.url()}`,
  );
  const linkedIn = new URL((await share.getByRole('link', { name: 'LinkedIn' }).getAttribute('href')) ?? '');
  expect(linkedIn.searchParams.get('url')).toBe(page.url());
  expect(await share.getByRole('link', { name: 'LinkedIn' }).getAttribute('rel')).toBe('noopener noreferrer');
  await share.getByRole('button', { name: 'Copy the link' }).click();
  await share.getByText('Link copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('Refused'))));
  await share.getByRole('button', { name: 'Copy the link' }).click();
  await share.getByText(page.url()).waitFor();

  const links = page.getByRole('navigation', { name: 'In this note' }).getByRole('link');
  const titles = await links.allTextContents();
  expect(titles).toEqual(await page.locator('.prose h2').allTextContents());
  await links.last().click();
  expect(await page.locator('h2:target').textContent()).toBe(titles.at(-1));
  await page.waitForFunction(() => (document.querySelector(':target')?.getBoundingClientRect().top ?? 999) < 700);
});

test('an unknown post, a draft and an archived one are not found', async () => {
  for (const slug of ['nope', 'export-lut-or-igst', 'export-proceeds-2015-regulations', 'category']) {
    expect([slug, (await fetch(`${journey.app.url}/blog/${slug}`)).status]).toEqual([slug, 404]);
  }
  const { page } = await comeTo('/blog/nope', { javaScript: false }, NOT_FOUND);
  expect(await page.locator('h1').textContent()).toBe('Blog Post Not Found');
  expect(await page.locator('.empty-state .lead').textContent()).toBe(
    "The blog post you're looking for doesn't exist.",
  );
  expect(await page.locator('link[rel="canonical"]').count()).toBe(0);
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  await page.waitForURL('**/blog');
});

test('when the database rejects the server, list and post report it without JavaScript and are not cached', async () => {
  const words = async (path: string) => {
    const response = await fetch(journey.app.url + path);
    const said = /No blog posts found|Blog Post Not Found/.exec(await response.text());
    return [response.status, said?.[0]];
  };
  await journey.app.query('revoke select on public.blog_posts from anon');
  expect(await words('/blog?q=unkept')).toEqual([503, 'No blog posts found']);
  expect(await words('/blog/closing-epcg-authorisation')).toEqual([503, 'Blog Post Not Found']);
  await journey.app.query('grant select on public.blog_posts to anon');
  expect(await words('/blog?q=unkept')).toEqual([200, undefined]);
  expect(await words('/blog/closing-epcg-authorisation')).toEqual([200, undefined]);
});
