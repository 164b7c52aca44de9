import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { flatItemMessages } from '#site/dashboard-messages.ts';
import { listPostsOfCategory } from '#site/gateway/admin-post-list.ts';
import { describeFlatItems } from '../flat-items/flat-items.ts';

const words = dashboard.categories;
const { question } = flatItemMessages('category');

export const categories = describeFlatItems({
  kind: 'category',
  words,
  question: {
    listPosts: listPostsOfCategory,
    ask: (titles, total) => (total === 0 ? question : `${question}\n\n${words.losing(titles, total)}`),
    unknown: question,
  },
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
