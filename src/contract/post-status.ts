export const POST_STATUSES = ['draft', 'published', 'archived'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];
export const DEFAULT_POST_STATUS: PostStatus = 'draft';

type Publication = { status: PostStatus; published_at: string | null };

/** Published, but not yet due: visitors cannot read it before `published_at`. */
export function isScheduled({ status, published_at }: Publication, now: Date): boolean {
  return status === 'published' && published_at !== null && Date.parse(published_at) > now.getTime();
}

/** Published and due: visitors can read it. The same condition as in row-level security (`public.is_published`). */
export function isPublic({ status, published_at }: Publication, now: Date): boolean {
  return status === 'published' && published_at !== null && Date.parse(published_at) <= now.getTime();
}
