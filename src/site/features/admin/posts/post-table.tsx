import { formatLocalTime, formatLongDate } from '#contract/date.ts';
import { isPublic, isScheduled } from '#contract/post-status.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { saving } from '#site/content/saving.ts';
import type { ListedPost } from '#site/gateway/admin-post-list.ts';
import { Badge } from '#site/ui/badge.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';
import { DashboardTable } from '../dashboard-table.tsx';
import { ItemActions } from '../item-actions.tsx';
import { ItemLink } from '../item-link.tsx';
import { ChangeMark } from '../live/change-mark.tsx';
import type { LiveMark, LiveMarks } from '../live/live-state.ts';
import { StatusBadge } from './status-badge.tsx';
import { useDueTime } from './use-due-time.ts';
import type { SelectedRows } from './use-selected-rows.ts';

export type PostActions = {
  removingId: string | undefined;
  duplicatingId: string | undefined;
  onEdit: (id: string) => void;
  onDuplicate: (id: string) => void;
  onRemove: (id: string) => void;
};

type PostTableProps = PostActions & {
  posts: readonly ListedPost[];
  /** When the posts were read, in milliseconds. */
  readAt: number;
  marks: LiveMarks;
  selected: SelectedRows;
};

/** A table from 768 px, stacked rows below. Published posts have a highlighted badge, others a muted one (specification §2). */
export function PostTable({ posts, readAt, marks, selected, ...actions }: PostTableProps) {
  const { columns } = dashboard.posts;
  const now = useDueTime(posts, readAt);
  return (
    <DashboardTable
      name="posts"
      pickAll={<Pick label={editor.list.selectAll} isChecked={selected.isAll} onToggle={selected.toggleAll} />}
      headings={[columns.title, columns.status, columns.category, columns.date]}
    >
      {posts.map((post) => (
        <PostTableRow key={post.id} {...{ post, now, selected }} mark={marks.get(post.id)} {...actions} />
      ))}
    </DashboardTable>
  );
}

type PostTableRowProps = Omit<PostTableProps, 'posts' | 'readAt' | 'marks'> & {
  post: ListedPost;
  now: Date;
  mark: LiveMark | undefined;
};

function PostTableRow({
  post,
  now,
  mark,
  selected,
  removingId,
  duplicatingId,
  onEdit,
  onDuplicate,
  onRemove,
}: PostTableRowProps) {
  const { id, title } = post;
  return (
    <tr>
      <td className="items__pick">
        <Pick
          id={id}
          label={`${editor.list.select} ${title}`}
          isChecked={selected.has(id)}
          onToggle={() => selected.toggle(id)}
        />
      </td>
      <th scope="row">
        <ItemLink name="post" id={id} title={title} onOpen={() => onEdit(id)} />
        <ChangeMark mark={mark} />
        <PostPath post={post} now={now} />
      </th>
      <td className="items__badge">
        <StatusBadge post={post} now={now} />
      </td>
      <td className="items__category">
        {post.categories?.name ?? <span className="soft">{dashboard.posts.noCategory}</span>}
      </td>
      <td className="items__date tabular">{dateOf(post, now)}</td>
      <td className="items__actions">
        <ItemActions
          name={title}
          isRemoving={removingId === id}
          onEdit={() => onEdit(id)}
          onRemove={() => onRemove(id)}
          more={{ label: editor.duplicate.label, isBusy: duplicatingId === id, run: () => onDuplicate(id) }}
        />
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

function PostPath({ post, now }: { post: ListedPost; now: Date }) {
  const path = `/blog/${post.slug}`;
  return (
    <>
      {isPublic(post, now) ? (
        <RouteLink className="items__slug" href={path}>
          {path}
        </RouteLink>
      ) : (
        <span className="items__slug">{path}</span>
      )}
      {post.hasPendingDraft && <Badge tone="muted">{saving.pending.badge}</Badge>}
    </>
  );
}

function dateOf(post: ListedPost, now: Date): string {
  const { published_at, created_at } = post;
  if (!published_at) return dashboard.posts.notPublished(formatLongDate(created_at));
  if (isScheduled(post, now)) return editor.list.appears(formatLocalTime(published_at));
  return formatLongDate(published_at);
}
