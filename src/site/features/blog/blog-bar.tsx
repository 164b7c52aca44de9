import { SEARCH_MAX_LENGTH } from '#contract/limits.ts';
import { blogList, categoryPath } from '#site/content/blog.ts';
import type { CategoryName } from '#site/gateway/posts.ts';
import { Button } from '#site/ui/button.tsx';
import { Input } from '#site/ui/input.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';

type BlogBarProps = { categories: readonly CategoryName[]; currentPath?: string; q?: string };

/** Above every list of posts: links to the categories that have posts, that of this page underlined, and the search. */
export function BlogBar({ categories, currentPath, q }: BlogBarProps) {
  const { all, categories: label, search } = blogList;
  const links = [all, ...categories.map(({ name, slug }) => ({ label: name, href: categoryPath(slug) }))];
  return (
    <div className="blog-bar screen-only">
      <nav className="link-row" aria-label={label}>
        <ul>
          {links.map((link) => (
            <li key={link.href}>
              <RouteLink className="tap" href={link.href} aria-current={link.href === currentPath ? 'page' : undefined}>
                {link.label}
              </RouteLink>
            </li>
          ))}
        </ul>
      </nav>
      {/* A GET form: it works without JavaScript, and its results have an address. */}
      <form className="search-field" role="search" action="/blog">
        <label className="sr-only" htmlFor="search-q">
          {search.label}
        </label>
        <Input
          id="search-q"
          type="search"
          name="q"
          defaultValue={q}
          maxLength={SEARCH_MAX_LENGTH}
          required
          aria-invalid={false}
          enterKeyHint="search"
        />
        <Button type="submit" variant="line" size="small">
          {search.button}
        </Button>
      </form>
    </div>
  );
}
