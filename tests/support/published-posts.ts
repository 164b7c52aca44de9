import type { TestApp } from './test-app.ts';

/** Runs `body` with this many published posts of 2025, "Inserted 1" the newest, and deletes them afterwards. */
export async function withPublishedPosts(app: TestApp, count: number, body: () => Promise<void>): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => ({
    title: `Inserted ${i + 1}`,
    slug: `inserted-${i + 1}`,
    content: `<p>${'Word '.repeat(60)}</p>`,
    status: 'published',
    published_at: new Date(Date.UTC(2025, 0, count - i)).toISOString(),
  }));
  await app.service.from('blog_posts').insert(rows).throwOnError();
  try {
    await body();
  } finally {
    await app.service.from('blog_posts').delete().like('slug', 'inserted-%').throwOnError();
  }
}
