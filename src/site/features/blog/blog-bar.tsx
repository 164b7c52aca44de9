import { SEARCH_MAX_LENGTH } from '#contract/limits.ts';
import { blogList, categoryPath } from '#site/content/blog.ts';
import type { CategoryName } from '#site/gateway/posts.ts';
import type { LabelledLink } from '#site/sections/link.ts';
import { Button } from '#site/ui/button.tsx';
import { Input } from '#site/ui/input.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';

type BlogBarProps = { categories: readonly CategoryName[]; currentPath?: string; q?: string };

/** Above every list of posts: links to the categories that have posts, and the search. */
export function BlogBar({ categories, currentPath, q }: BlogBarProps) {
  const { all, categories: label, search } = blogList;
  return (
    <div className="blog-bar screen-only">
      <LinkRow
        label={label}
        links={[all, ...categories.map(({ name, slug }) => ({ label: name, href: categoryPath(slug) }))]}
        currentHref={currentPath}
      />
      <SearchField action="/blog" name="q" value={q} label={search.label} button={search.button} />
    </div>
  );
}

type LinkRowProps = { label: string; links: readonly LabelledLink[]; currentHref?: string };

/** Links in a row; the link to this page is underlined. */
function LinkRow({ label, links, currentHref }: LinkRowProps) {
  return (
    <nav className="link-row" aria-label={label}>
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            <RouteLink className="tap" href={link.href} aria-current={link.href === currentHref ? 'page' : undefined}>
              {link.label}
            </RouteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type SearchFieldProps = { action: string; name: string; value?: string; label: string; button: string };

/** A GET form: it works without JavaScript, and its results have an address. */
function SearchField({ action, name, value, label, button }: SearchFieldProps) {
  const id = `search-${name}`;
  return (
    <form className="search-field" role="search" action={action}>
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <Input
        id={id}
        type="search"
        name={name}
        defaultValue={value}
        maxLength={SEARCH_MAX_LENGTH}
        required
        aria-invalid={false}
        enterKeyHint="search"
      />
      <Button type="submit" variant="line" size="small">
        {button}
      </Button>
    </form>
  );
}
