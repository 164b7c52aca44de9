import { countOf } from '#contract/amounts.ts';

const KINDS = {
  blog_posts: ['post', 'posts'],
  categories: ['category', 'categories'],
  testimonials: ['testimonial', 'testimonials'],
} as const;
type Kind = keyof typeof KINDS;

/** What the lists of the dashboard say about saves of other people. Times are formatted. */
export const live = {
  changed: (who: string, time: string) => `Changed by ${who}, ${time}`,
  created: (who: string, time: string) => `New, by ${who}, ${time}`,
  /** Announced to screen readers. */
  one: (kind: Kind, { title, who, isNew }: { title: string; who: string; isNew: boolean }) =>
    `${who} ${isNew ? 'created' : 'changed'} the ${KINDS[kind][0]} “${title}”.`,
  several: (kind: Kind, n: number) => `${countOf(n, KINDS[kind][0], KINDS[kind][1])} were saved by others.`,
} as const;
