import type { TestApp } from './test-app.ts';

/** Tells the story while this many published posts of 2025 stand, "Planted 1" the newest; takes them away after it. */
export async function withPublishedPosts(app: TestApp, count: number, story: () => Promise<void>): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => ({
    title: `Planted ${i + 1}`,
    slug: `planted-${i + 1}`,
    content: `<p>${'Word '.repeat(60)}</p>`,
    status: 'published',
    published_at: new Date(Date.UTC(2025, 0, count - i)).toISOString(),
  }));
  await app.service.from('blog_posts').insert(rows).throwOnError();
  try {
    await story();
  } finally {
    await app.service.from('blog_posts').delete().like('slug', 'planted-%').throwOnError();
  }
}
