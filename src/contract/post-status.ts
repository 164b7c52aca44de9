export const POST_STATUSES = ['draft', 'published', 'archived'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];
export const DEFAULT_POST_STATUS: PostStatus = 'draft';

type Publication = { status: PostStatus; published_at: string | null };

/** Published, and not yet due: visitors cannot read it before `published_at`. */
export function isScheduled({ status, published_at }: Publication, now: Date): boolean {
  return status === 'published' && published_at !== null && Date.parse(published_at) > now.getTime();
}

/** Published and due: visitors can read it. Row-level security applies the same condition. */
export function isPublic(post: Publication, now: Date): boolean {
  return post.status === 'published' && !isScheduled(post, now);
}
