import { blogList, categoryPath } from '#site/content/blog.ts';
import type { CategoryName } from '#site/gateway/posts.ts';
import { LinkRow } from '#site/sections/link-row.tsx';
import { SearchField } from '#site/sections/search-field.tsx';

type BlogBarProps = { categories: readonly CategoryName[]; currentPath?: string; q?: string };

/** Above every list of posts: links to the categories that have posts, and the search. */
export function BlogBar({ categories, currentPath, q }: BlogBarProps) {
  const { all, categories: label, search } = blogList;
  return (
    <div className="blog-bar">
      <LinkRow
        label={label}
        links={[all, ...categories.map(({ name, slug }) => ({ label: name, href: categoryPath(slug) }))]}
        currentHref={currentPath}
      />
      <SearchField action="/blog" name="q" value={q} label={search.label} button={search.button} />
    </div>
  );
}
