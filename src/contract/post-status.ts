export const POST_STATUSES = ['draft', 'published', 'archived'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];
export const DEFAULT_POST_STATUS: PostStatus = 'draft';

/** Whether the status is published. The publication time is checked by the database (is_published). */
export function isPublished(post: { status: PostStatus }): boolean {
  return post.status === 'published';
}
