import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#tests/support/root.ts';
import { readAll } from '#tests/support/read-all.ts';
import { openWordPress } from './open-wordpress.ts';

const FILE = join(ROOT, 'tests/fixtures/import/wordpress.xml');

async function readPosts() {
  const source = await openWordPress(FILE, null);
  const items = await readAll(source.items());
  const posts = items.flatMap((item) => (item.kind === 'post' ? [item.post] : []));
  const leftOut = items.flatMap((item) => (item.kind === 'left out' ? [item.what] : []));
  return { source, posts, leftOut };
}

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
  expect(new Set(ids).size).toBe(ids.length);
});
