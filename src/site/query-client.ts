import { QueryClient } from '@tanstack/react-query';

/**
 * The first part of every query key of the site. `blog-posts` is the specification's own (§7). What administrators read
 * has keys of its own, because it contains drafts.
 */
export const QUERY_KEYS = {
  posts: ['blog-posts'],
  homePosts: ['blog-posts', 'home'],
  categoriesWithPosts: ['categories-with-posts'],
  testimonials: ['testimonials'],

  adminPosts: ['admin-posts'],
  adminPostList: ['admin-posts', 'list'],
  adminPostSlugs: ['admin-posts', 'slugs'],
  adminPost: ['admin-post'],
  adminSanitiser: ['admin-sanitiser'],
  adminRevisions: ['admin-revisions'],
  adminRevision: ['admin-revision'],
  adminPreviewLink: ['admin-preview-link'],
  adminReviews: ['admin-reviews'],
  adminDeleted: ['admin-deleted'],
  adminMedia: ['admin-media'],
  adminAccounts: ['admin-accounts'],
  adminWords: ['admin-words'],
  adminWordPages: ['admin-words', 'pages'],
  adminClearances: ['admin-clearances'],
  adminProfiles: ['admin-profiles'],
  adminActivity: ['admin-activity'],
  adminMail: ['admin-undelivered-mail'],
  adminRequireMfa: ['admin-require-mfa'],
  adminSystemChecks: ['admin-system-checks'],
  adminWaitingMail: ['admin-waiting-mail'],
  adminEnquiry: ['admin-waiting-enquiry'],
  adminBackups: ['admin-backups'],
  adminViews: ['admin-views'],

  recoveryCodes: ['recovery-codes'],
  passkeys: ['passkeys'],
} as const satisfies Record<string, QueryKey>;

/** A key of the registry, perhaps followed by parameters. */
export type QueryKey = readonly [string, ...unknown[]];

/**
 * For reads of signed-in users: always read again when a view opens, because others may have changed the data, and
 * without waiting while the browser believes to be offline.
 */
export const ALWAYS_FRESH = { staleTime: 0, networkMode: 'always' } as const;

/** Data stays fresh for a minute. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 60_000, retry: false, refetchOnWindowFocus: false } },
  });
}
