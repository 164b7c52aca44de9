import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { flatItemMessages } from '#site/dashboard-messages.ts';
import { listPostsOfCategory } from '#site/gateway/admin-post-list.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { describeFlatItems } from '../flat-items/flat-items.ts';

const words = dashboard.categories;

export const categories = describeFlatItems({
  kind: 'category',
  words,
  question: askAboutCategory,
  fields: {
    name: { input: 'text', label: words.fields.name, required: words.errors.name, maxLength: NAME_MAX_LENGTH },
    slug: { input: 'slug', from: 'name', hint: words.slugHint },
    description: { input: 'paragraphs', label: words.fields.description, rows: 3 },
  },
  nameHeading: words.columns.name,
  columns: [
    { heading: words.columns.slug, className: 'items__slug label soft', show: ({ slug }) => slug },
    { heading: words.columns.description, className: 'soft', show: ({ description }) => description },
  ],
});

/** The question of specification §5; apart from it, the posts that lose the category. */
async function askAboutCategory(client: DataClient, id: string): Promise<string> {
  const { question } = flatItemMessages('category');
  try {
    const { rows, total } = await listPostsOfCategory(client, id);
    if (total === 0) return question;
    const titles = rows.map(({ title }) => title);
    return `${question}\n\n${words.losing(titles, total)}`;
  } catch (error) {
    console.error('Failed to find the posts of a category:', error);
    return question;
  }
}
