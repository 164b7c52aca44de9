import { GoLink } from '#site/ui/go-link.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';

export type PaginationProps = {
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
  words: { label: string; previous: string; next: string; page: (page: number) => string };
};

/** Links to the other pages of a list; nothing if there is only one. */
export function Pagination({ page, pages, hrefOf, words }: PaginationProps) {
  if (pages < 2) return null;
  return (
    <nav className="pagination row row--apart screen-only" aria-label={words.label}>
      {page > 1 && (
        <GoLink className="pagination__previous" href={hrefOf(page - 1)} rel="prev" direction="left">
          {words.previous}
        </GoLink>
      )}
      <ul className="pagination__numbers tabular">
        {pageNumbers(page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span aria-hidden="true">…</span>
            ) : (
              <RouteLink
                href={hrefOf(number)}
                aria-label={words.page(number)}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </RouteLink>
            )}
          </li>
        ))}
      </ul>
      {page < pages && (
        <GoLink className="pagination__next" href={hrefOf(page + 1)} rel="next">
          {words.next}
        </GoLink>
      )}
    </nav>
  );
}

/** The page numbers to link: first, last, current and its neighbours; null marks a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (one) => one === 1 || one === pages || Math.abs(one - page) <= 1,
  );
  return near.flatMap((one, index) => {
    const gap = one - (near[index - 1] ?? 0) - 1;
    // A gap of one page is as wide as its number.
    return gap === 0 ? [one] : [gap === 1 ? one - 1 : null, one];
  });
}
