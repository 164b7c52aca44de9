import { blogList } from '#site/content/blog.ts';
import { Pagination } from '#site/sections/pagination.tsx';
import { writeListQuery } from './list-address.ts';
import { countPages } from './list-query.ts';

type ListPagesProps = { path: string; page: number; q?: string; total: number };

/** Links to the other pages of a list; nothing where there is only one page. */
export function ListPages({ path, page, q = '', total }: ListPagesProps) {
  return (
    <Pagination
      page={page}
      pages={countPages(total)}
      hrefOf={(other) => path + writeListQuery({ page: other, q })}
      words={blogList.pages}
    />
  );
}
