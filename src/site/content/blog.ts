import type { ClosingCall, Link, PageMeta } from './page.ts';

export type BlogList = PageMeta & {
  heading: string;
  lead: string;
  loading: string;
  readMore: string;
  empty: { heading: string; text: string };
  pages: { label: string; newer: string; older: string };
};

export const blogList: BlogList = {
  metaTitle: 'Our Blog',
  metaDescription:
    'Notes on foreign trade policy, customs, GST, FEMA, international tax and market entry in India, written by the practice for people who do the work.',
  heading: 'Our Blog',
  lead: 'Notes on trade, customs, exchange control and tax, for people who have to file something on Monday.',
  loading: 'Loading articles',
  readMore: 'Read More →',
  empty: { heading: 'No blog posts found', text: 'Check back soon for new content!' },
  pages: { label: 'Pages of articles', newer: 'Newer articles', older: 'Older articles' },
};

export type BlogPostWords = {
  loading: string;
  back: Link;
  contents: string;
  readingTimeUnit: string;
  notFound: { heading: string; text: string };
  readNext: string;
  share: { heading: string; email: string; copy: string; copied: string };
  closing: ClosingCall;
};

export const blogPost: BlogPostWords = {
  loading: 'Loading the article',
  back: { label: 'Back to Blog', href: '/blog' },
  contents: 'In this note',
  readingTimeUnit: 'min read',
  notFound: { heading: 'Blog Post Not Found', text: "The blog post you're looking for doesn't exist." },
  readNext: 'Read next',
  share: { heading: 'Share', email: 'By e-mail', copy: 'Copy the link', copied: 'Link copied' },
  closing: {
    heading: 'Does this touch a matter of yours?',
    lead: 'Send us the facts in a few lines. We typically reply within 24 hours.',
    action: { label: 'Book a Consultation', href: '/contact' },
  },
};
