import { countOf } from '#contract/amounts.ts';
import { NEW_TAB } from './new-tab.ts';
import type { ClosingCallWords, Link } from './page.ts';

/** The address of a category's own list of posts. */
export const categoryPath = (slug: string) => `/blog/category/${slug}`;

/** The words around the posts; pages that the browser completes load them. The others are in blog-words.ts. */
export type BlogList = {
  heading: string;
  /** Its name among the crumbs. */
  crumb: string;
  loading: string;
  readMore: string;
  empty: { heading: string; text: string };
  /** The name of the row of categories, and its first link. */
  categories: string;
  all: Link;
  pages: { label: string; previous: string; next: string; page: (page: number) => string };
  titleOfPage: (title: string, page: number) => string;
  categoryDescription: (name: string) => string;
  search: {
    label: string;
    button: string;
    heading: (q: string) => string;
    found: (total: number, q: string) => string;
    none: (q: string) => string;
    advice: string;
    all: Link;
  };
};

export const blogList: BlogList = {
  heading: 'Our Blog',
  crumb: 'Blog',
  loading: 'Loading articles',
  readMore: 'Read More →',
  empty: { heading: 'No blog posts found', text: 'Check back soon for new content!' },
  categories: 'Subjects',
  all: { label: 'All articles', href: '/blog' },
  pages: { label: 'Pages of articles', previous: 'Previous page', next: 'Next page', page: (page) => `Page ${page}` },
  titleOfPage: (title, page) => `${title}, page ${page}`,
  categoryDescription: (name) => `Articles on ${name} from the practice’s blog.`,
  search: {
    label: 'Search the articles',
    button: 'Search',
    heading: (q) => `Search: ${q}`,
    found: (total, q) => `${countOf(total, 'article')} found for “${q}”`,
    none: (q) => `No articles found for “${q}”`,
    advice:
      'Try fewer words, or another name for the same thing: a short form such as IEC finds its full name, and the full name finds the short form. You can also choose one of the subjects above.',
    all: { label: 'Show all articles', href: '/blog' },
  },
};

export type BlogPostWords = {
  back: Link;
  contents: string;
  table: string;
  footnotes: { list: string; reference: (n: number) => string; back: (n: number) => string };
  readingTimeUnit: string;
  byLine: { author: string; reviewer: string; lawAsOf: string };
  notFound: { heading: string; text: string };
  filedUnder: string;
  /** Before the service that the post is about. */
  service: string;
  neighbours: { label: string; previous: string; next: string };
  readNext: string;
  /** Above the addresses of the links, on paper. */
  linksInPrint: string;
  share: {
    heading: string;
    whatsApp: string;
    linkedIn: string;
    email: string;
    copy: string;
    copied: string;
    newTab: string;
  };
  closing: ClosingCallWords;
};

export const blogPost: BlogPostWords = {
  back: { label: 'Back to Blog', href: '/blog' },
  contents: 'In this note',
  table: 'Table',
  footnotes: {
    list: 'Footnotes',
    reference: (n) => `Footnote ${n}`,
    back: (n) => `Back to where footnote ${n} belongs`,
  },
  readingTimeUnit: 'min read',
  byLine: { author: 'Author', reviewer: 'Reviewed by', lawAsOf: 'Law as of' },
  notFound: { heading: 'Blog Post Not Found', text: "The blog post you're looking for doesn't exist." },
  filedUnder: 'Filed under',
  service: 'The service on this subject',
  neighbours: { label: 'Articles before and after', previous: 'Previous article', next: 'Next article' },
  readNext: 'Read next',
  linksInPrint: 'Links in this note',
  share: {
    heading: 'Share',
    whatsApp: 'WhatsApp',
    linkedIn: 'LinkedIn',
    email: 'Email',
    copy: 'Copy the link',
    copied: 'Link copied',
    newTab: NEW_TAB,
  },
  closing: {
    heading: 'About a matter of yours',
    lead: 'Tell us which article it is, and how your facts differ from it.',
    action: { label: 'Book a Consultation', href: '/contact' },
    next: { label: 'Our Services', href: '/services' },
  },
};
