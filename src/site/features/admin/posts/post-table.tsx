import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatLocalTime, formatLongDate } from '#contract/date.ts';
import { isPublic, isScheduled } from '#contract/post-status.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { reviews } from '#site/content/reviews.ts';
import { saving } from '#site/content/saving.ts';
import type { ListedPost } from '#site/gateway/admin-post-list.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Badge } from '#site/ui/badge.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';
import { DashboardTable, ItemActions, ItemLink } from '../dashboard-table.tsx';
import { ChangeMark } from '../live/live-marks.tsx';
import type { LiveMark, LiveMarks } from '../live/live-state.ts';
import { refreshQueries } from '../queries.ts';
import { useIsWriter } from '../role.ts';
import type { SelectedRows } from './post-list-page.tsx';
import { isFoundInText } from './post-list-params.ts';
import { usePostViews } from './use-post-list.ts';

export type PostActions = {
  removingId: string | undefined;
  duplicatingId: string | undefined;
  onEdit: (id: string) => void;
  /** Not for a writer. */
  onDuplicate: ((id: string) => void) | undefined;
  onRemove: (id: string) => void;
};

type PostTableProps = PostActions & {
  posts: readonly ListedPost[];
  /** When the posts were read, in milliseconds. */
  readAt: number;
  marks: LiveMarks;
  /** What was searched for, to say which posts were found by their text. */
  search: string;
  /** null where rows cannot be selected. */
  selected: SelectedRows | null;
};

/** A table from 768 px, stacked rows below. Published posts have a highlighted badge, others a muted one (specification §2). */
export function PostTable({ posts, readAt, marks, search, selected, ...actions }: PostTableProps) {
  const { columns } = dashboard.posts;
  const now = useDueTime(posts, readAt);
  const views = usePostViews();
  return (
    <DashboardTable
      name="posts"
      pickAll={
        selected && <Pick label={editor.list.selectAll} isChecked={selected.isAll} onToggle={selected.toggleAll} />
      }
      headings={[columns.title, columns.status, columns.category, columns.date]}
    >
      {posts.map((post) => (
        <PostTableRow
          key={post.id}
          post={post}
          now={now}
          selected={selected}
          search={search}
          mark={marks.get(post.id)}
          views={views?.get(pathOf(post))}
          {...actions}
        />
      ))}
    </DashboardTable>
  );
}

type PostTableRowProps = Omit<PostTableProps, 'posts' | 'readAt' | 'marks'> & {
  post: ListedPost;
  now: Date;
  mark: LiveMark | undefined;
  views: number | undefined;
};

function PostTableRow({ post, now, mark, views, search, selected, ...actions }: PostTableRowProps) {
  const { id, title } = post;
  const { onDuplicate } = actions;
  const isWriter = useIsWriter();
  // A writer does not change what was public, and deletes nothing that waits.
  const isOpenable = !isWriter || (post.status === 'draft' && !post.published_at);
  return (
    <tr>
      {selected && (
        <td className="items__pick">
          <Pick
            id={id}
            label={`${editor.list.select} ${title}`}
            isChecked={selected.has(id)}
            onToggle={() => selected.toggle(id)}
          />
        </td>
      )}
      <th scope="row">
        {isOpenable ? (
          <ItemLink name="post" id={id} title={title} onOpen={() => actions.onEdit(id)} />
        ) : (
          <span className="items__name">{title}</span>
        )}
        <ChangeMark mark={mark} />
        <PostPath post={post} now={now} />
        {views !== undefined && <p className="label soft">{dashboard.posts.views(views)}</p>}
        {isFoundInText(search, post) && <p className="items__found label">{editor.list.inText}</p>}
      </th>
      <td>
        <StatusBadge post={post} now={now} />
      </td>
      <td className="items__category">
        {post.categories?.name ?? <span className="soft">{dashboard.posts.noCategory}</span>}
      </td>
      <td className="items__date tabular">{dateOf(post, now)}</td>
      <td className="items__actions">
        {isOpenable && (
          <ItemActions
            name={title}
            isRemoving={actions.removingId === id}
            onEdit={() => actions.onEdit(id)}
            onRemove={isWriter && post.review === 'waiting' ? undefined : () => actions.onRemove(id)}
            more={
              onDuplicate && {
                label: editor.duplicate.label,
                isBusy: actions.duplicatingId === id,
                run: () => onDuplicate(id),
              }
            }
          />
        )}
      </td>
    </tr>
  );
}

type PickProps = { id?: string; label: string; isChecked: boolean; onToggle: () => void };

/** The checkbox that selects one post, or all without an `id`. */
function Pick({ id, label, isChecked, onToggle }: PickProps) {
  return (
    <label className="post-table__pick">
      <input type="checkbox" aria-label={label} data-pick={id} checked={isChecked} onChange={onToggle} />
    </label>
  );
}

const pathOf = ({ slug }: ListedPost): string => `/blog/${slug}`;

function PostPath({ post, now }: { post: ListedPost; now: Date }) {
  const path = pathOf(post);
  return (
    <>
      {isPublic(post, now) ? (
        <RouteLink className="items__slug label soft" href={path}>
          {path}
        </RouteLink>
      ) : (
        <span className="items__slug label soft">{path}</span>
      )}
      {post.hasPendingDraft && <Badge tone="muted">{saving.pending.badge}</Badge>}
      {post.review && (
        <Badge tone={post.review === 'waiting' ? 'strong' : 'muted'}>{reviews.states[post.review]}</Badge>
      )}
    </>
  );
}

function dateOf(post: ListedPost, now: Date): string {
  const { published_at, created_at } = post;
  if (!published_at) return dashboard.posts.notPublished(formatLongDate(created_at));
  if (isScheduled(post, now)) return editor.list.appears(formatLocalTime(published_at));
  return formatLongDate(published_at);
}

/** The status of a post (specification §2). A scheduled post is not public yet, so its badge has a shape of its own. */
function StatusBadge({ post, now }: { post: ListedPost; now: Date }) {
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

/** A longer delay would overflow the browser's timer, which then fires at once. */
const MAX_DELAY_MS = 86_400_000;

/**
 * The time for which the list shows its posts. It moves on when the next scheduled post is due, and the list is read
 * again, because the post may no longer match the filter. `readAt` is when the posts were read, in milliseconds.
 */
function useDueTime(posts: readonly ListedPost[], readAt: number): Date {
  const queryClient = useQueryClient();
  const [reachedAt, setReachedAt] = useState(() => Date.now());
  const now = new Date(Math.max(reachedAt, readAt));
  const dueTimes = posts
    .filter((post) => isScheduled(post, now))
    .map(({ published_at: publishedAt }) => Date.parse(publishedAt ?? ''));
  const nextDue = Math.min(...dueTimes);
  useEffect(() => {
    if (!Number.isFinite(nextDue)) return;
    const reach = (): void => {
      setReachedAt(Date.now());
      if (Date.now() >= nextDue) void refreshQueries(queryClient, [QUERY_KEYS.adminPosts]);
    };
    const timer = setTimeout(reach, Math.min(Math.max(nextDue - Date.now(), 0), MAX_DELAY_MS));
    return () => clearTimeout(timer);
  }, [nextDue, reachedAt, queryClient]);
  return now;
}
