import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '#tests/support/root.ts';
import { readAll } from '#tests/support/read-all.ts';
import { wxr, wxrItem } from '#tests/support/wxr.ts';
import { openWordPress } from './open-wordpress.ts';

const FILE = join(ROOT, 'tests/fixtures/import/wordpress.xml');

async function readPosts(file = FILE) {
  const source = await openWordPress(file, null);
  const items = await readAll(source.items());
  const posts = items.flatMap((item) => (item.kind === 'post' ? [item.post] : []));
  const leftOut = items.flatMap((item) => (item.kind === 'left out' ? [item.what] : []));
  return { source, posts, leftOut };
}

async function readItems(...items: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'wxr-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'export.xml'), wxr(...items));
  return readPosts(join(folder, 'export.xml'));
}

const metaOf = (key: string, value: string): string =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta></item>`;

test('posts and pages are read, other items are named', async () => {
  const { source, posts, leftOut } = await readPosts();
  expect(source.siteUrl?.href).toBe('https://www.old-firm.example/');
  expect(source.categories).toEqual([{ slug: 'duty-notes', name: 'Duty & Notes', description: 'On duty.' }]);
  expect(posts.map(({ slug }) => slug)).toEqual([
    'duty-on-machines',
    'licences',
    'for-clients',
    'our-history',
    'about',
    '',
    'next-century',
    'duty-on-machines',
    '%e0%a4%86%e0%a4%af%e0%a4%be%e0%a4%a4',
    'empty',
  ]);
  expect(leftOut).toEqual(['items of type attachment', 'posts with the state trash', 'items of type nav_menu_item']);
});

test('a post has its dates, category, tags, picture, author and address', async () => {
  const { posts } = await readPosts();
  expect(posts[0]).toMatchObject({
    title: 'Duty on machines & parts',
    excerpt: 'What the duty is.',
    status: 'published',
    publishedAt: '2019-05-04T10:00:00.000Z',
    updatedAt: '2020-01-02T03:04:05.000Z',
    category: 'duty-notes',
    metaDescription: 'Rates of duty on machines.',
    metaKeywords: 'machines, duty',
    picture: 'https://www.old-firm.example/wp-content/uploads/2019/05/port.png',
    addresses: ['/2019/05/duty-on-machines/'],
    authorEmail: 'asha@old-firm.example',
    notes: ['comments left out: 1', 'shortcode left out: [contact-form-7]'],
  });
  expect(posts[0]?.body).toContain('uploads/2019/05/port.png" alt="The port"');
});

test('a post with a password is a draft, and the password is nowhere', async () => {
  const { posts } = await readPosts();
  const post = posts.find(({ slug }) => slug === 'for-clients');
  expect([post?.status, post?.publishedAt]).toEqual(['draft', null]);
  expect(post?.notes).toEqual(['was protected by a password, which this site does not have; it is a draft here']);
  expect(JSON.stringify(post)).not.toContain('open-sesame');
});

test('a draft has no date of publication, and a scheduled post a future one', async () => {
  const { posts } = await readPosts();
  expect(posts.find(({ title }) => title === 'Not finished')).toMatchObject({
    status: 'draft',
    publishedAt: null,
    createdAt: '2024-01-01T00:00:00.000Z',
    addresses: [],
  });
  expect(posts.find(({ title }) => title === 'Next century')).toMatchObject({
    status: 'published',
    publishedAt: '2100-01-01T00:00:00.000Z',
  });
});

test('the id of a post is the same at every reading, and of each post another', async () => {
  const [first, second] = [await readPosts(), await readPosts()];
  const ids = first.posts.map(({ id }) => id);
  expect(second.posts.map(({ id }) => id)).toEqual(ids);
  // A later version of the product finds the posts that an earlier one has imported.
  expect(ids[0]).toBe('7b169656-bb76-85fb-81dd-69635e832603');
  expect(new Set(ids).size).toBe(ids.length);
});

test('footnotes, which WordPress keeps beside the content, stand where they belong', async () => {
  const number = (id: string) => `<sup data-fn="${id}" class="fn"><a href="#${id}" id="${id}-link">1</a></sup>`;
  const body = `<!-- wp:paragraph --><p>Due${number('a-1')}, paid${number('b-2')}</p><!-- /wp:paragraph --><!-- wp:footnotes /-->`;
  const item = wxrItem({ 'content:encoded': body });
  const notes = JSON.stringify([{ id: 'a-1', content: 'See <em>section 14</em>.' }]);
  const { posts } = await readItems(
    item.replace('</item>', metaOf('footnotes', notes)),
    item.replace('</item>', metaOf('footnotes', '[{"id":1}')),
  );
  expect(posts[0]?.body).toContain(
    `<p>Due<small data-footnote>See <em>section 14</em>.</small>, paid${number('b-2')}</p>`,
  );
  expect(posts[1]?.body).toContain(`<p>Due${number('a-1')}, paid`);
  expect(posts[0]?.notes).toEqual([]);
});

test('a synced pattern has its content in each post, and other blocks that WordPress makes for a page are named', async () => {
  const pattern = (id: string, body: string) =>
    wxrItem({ 'wp:post_id': id, 'wp:post_type': 'wp_block', 'content:encoded': body });
  const blocks = '<!-- wp:block {"ref":8} /--><!-- wp:latest-posts /--><!-- wp:block {"ref":7} /-->';
  const { posts } = await readItems(
    wxrItem({ 'content:encoded': `<p>a</p>${blocks}` }),
    pattern('8', '<p>b</p><!-- wp:block {"ref":9,"x":1} /-->'),
    pattern('9', '<p>c</p><!-- wp:block {"ref":9} /-->'),
  );
  expect(posts[0]?.body).toMatch(/^<p>a<\/p><p>b<\/p>(?:<p>c<\/p>){4}$/);
  expect(posts[0]?.notes).toEqual(['block left out: block', 'block left out: latest-posts']);
});

test('a copy of a picture gives way to the original, also where that was too large for WordPress', async () => {
  const address = 'https://old.example/wp-content/uploads/port';
  const { posts } = await readItems(
    wxrItem({ 'content:encoded': `<img src="${address}-1024x640.jpg"><img src="${address}-1-300x200.jpg">` }),
    wxrItem({ 'wp:post_type': 'attachment', 'wp:attachment_url': `${address}-scaled.jpg` }),
  );
  expect(posts[0]?.body).toBe(`<img src="${address}-scaled.jpg"><img src="${address}-1-300x200.jpg">`);
});
