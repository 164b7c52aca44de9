import type { AdminPost } from './admin-posts.ts';

/** Somebody else saved the post since it was opened; nothing was overwritten. */
export class PostConflict extends Error {
  override name = 'PostConflict';
  /** The version that stands. */
  theirs: AdminPost;
  constructor(theirs: AdminPost) {
    super('The post was saved by somebody else since it was opened.');
    this.theirs = theirs;
  }
}
