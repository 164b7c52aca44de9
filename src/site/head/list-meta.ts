import type { MetaDescriptor } from 'react-router';
import { absolute, type PageHead, pageMeta } from './page-meta.ts';

type ListHead = PageHead & {
  page: number;
  pages: number;
  titleOfPage: (title: string, page: number) => string;
};

/** The head of one page of a list: each page is its own canonical page, with links to the previous and next one. */
export function listMeta({ page, pages, titleOfPage, ...head }: ListHead): MetaDescriptor[] {
  const pathOf = (one: number) => (one === 1 ? head.path : `${head.path}?page=${one}`);
  const link = (rel: 'prev' | 'next', one: number) => ({
    tagName: 'link' as const,
    rel,
    href: absolute(pathOf(one), head.siteUrl),
  });
  const title = page === 1 ? head.title : titleOfPage(head.title, page);
  return [
    ...pageMeta({ ...head, title, path: pathOf(page) }),
    ...(page > 1 ? [link('prev', page - 1)] : []),
    ...(page < pages ? [link('next', page + 1)] : []),
  ];
}
