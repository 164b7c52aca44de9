/**
 * The islands by name. Each is a named export of its module, loaded on demand. Their code calls no `useId`, whose values
 * depend on the tree around a component, and renders no router components: an island is a root of its own.
 */
export const ISLANDS = {
  'latest-posts': async () => (await import('#site/features/blog/latest-posts.tsx')).LatestPosts,
  testimonials: async () => (await import('#site/features/testimonials/testimonials.tsx')).Testimonials,
  'enquiry-form': async () => (await import('#site/features/enquiry/enquiry-island.tsx')).EnquiryIsland,
  'live-latest-posts': async () => (await import('#site/features/blog/live-latest-posts.tsx')).LiveLatestPosts,
  'live-testimonials': async () => (await import('#site/features/testimonials/live-testimonials.tsx')).LiveTestimonials,
  'live-blog': async () => (await import('#site/features/blog/live-blog.tsx')).LiveBlog,
};

export type IslandName = keyof typeof ISLANDS;
export type IslandComponent<Name extends IslandName> = Awaited<ReturnType<(typeof ISLANDS)[Name]>>;

/** When an island is hydrated: near the viewport, or at the first focus or pointer on it. */
export type HydratedWhen = 'visible' | 'used';
