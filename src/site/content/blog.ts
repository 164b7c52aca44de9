import { countOf } from '#contract/amounts.ts';
import { NEW_TAB } from './new-tab.ts';

/** The address of a category's own list of posts. */
export const categoryPath = (slug: string) => `/blog/category/${slug}`;

/** The words around the posts; pages that the browser completes load them. The others are in blog-words.ts. */
export const blogList = {
  heading: 'Our Blog',
  /** Its name among the crumbs. */
  crumb: 'Blog',
  loading: 'Loading articles',
  readMore: 'Read More →',
  empty: { heading: 'No blog posts found', text: 'Check back soon for new content!' },
  /** The name of the row of categories, and its first link. */
  categories: 'Subjects',
  all: { label: 'All articles', href: '/blog' },
  pages: {
    label: 'Pages of articles',
    previous: 'Previous page',
    next: 'Next page',
    page: (page: number) => `Page ${page}`,
  },
  titleOfPage: (title: string, page: number) => `${title}, page ${page}`,
  categoryDescription: (name: string) => `Articles on ${name} from the practice’s blog.`,
  search: {
    label: 'Search the articles',
    button: 'Search',
    heading: (q: string) => `Search: ${q}`,
    found: (total: number, q: string) => `${countOf(total, 'article')} found for “${q}”`,
    none: (q: string) => `No articles found for “${q}”`,
    advice:
      'Try fewer words, or another name for the same thing: a short form such as IEC finds its full name, and the full name finds the short form. You can also choose one of the subjects above.',
    all: { label: 'Show all articles', href: '/blog' },
  },
} as const;

export const blogPost = {
  back: { label: 'Back to Blog', href: '/blog' },
  contents: 'In this note',
  table: 'Table',
  footnotes: {
    list: 'Footnotes',
    reference: (n: number) => `Footnote ${n}`,
    back: (n: number) => `Back to where footnote ${n} belongs`,
  },
  readingTimeUnit: 'min read',
  byLine: { author: 'Author', reviewer: 'Reviewed by', lawAsOf: 'Law as of' },
  notFound: { heading: 'Blog Post Not Found', text: "The blog post you're looking for doesn't exist." },
  filedUnder: 'Filed under',
  /** Before the service that the post is about. */
  service: 'The service on this subject',
  neighbours: { label: 'Articles before and after', previous: 'Previous article', next: 'Next article' },
  readNext: 'Read next',
  /** Above the addresses of the links, on paper. */
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
} as const;
