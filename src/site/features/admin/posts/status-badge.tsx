import { isScheduled } from '#contract/post-status.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import type { ListedPost } from '#site/gateway/admin-post-list.ts';
import { Badge } from '#site/ui/badge.tsx';

/** The status of a post (specification §2). A scheduled post is not public yet, so its badge has a shape of its own. */
export function StatusBadge({ post, now }: { post: ListedPost; now: Date }) {
  if (!isScheduled(post, now))
    return <Badge tone={post.status === 'published' ? 'strong' : 'muted'}>{dashboard.statuses[post.status]}</Badge>;
  return (
    <span className="badge badge--scheduled">
      <svg className="badge__clock" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <path d="M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM10 6v4.2l3 1.8" />
      </svg>
      {editor.list.scheduled}
    </span>
  );
}
