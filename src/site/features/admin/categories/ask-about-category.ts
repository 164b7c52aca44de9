import { dashboard } from '#site/content/dashboard.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { listPostsOfCategory } from '#site/gateway/post-usage.ts';
import { SENTENCES } from '#site/messages.ts';

/** The question of specification §5, and the posts that lose the category. */
export async function askAboutCategory(client: DataClient, id: string): Promise<string> {
  const question = SENTENCES.confirmDeleteCategory;
  try {
    const { rows, total } = await listPostsOfCategory(client, id);
    if (total === 0) return question;
    const titles = rows.map(({ title }) => title);
    return `${question} ${dashboard.categories.losing(titles, total)}`;
  } catch (error) {
    console.error('Failed to find the posts of a category:', error);
    return question;
  }
}
