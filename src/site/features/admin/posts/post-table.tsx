import { formatLongDate } from '#contract/date.ts';
import { isPublished } from '#contract/post-status.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import type { ListedPost } from '#site/gateway/admin-post-list.ts';
import { Badge } from '#site/ui/badge.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';
import { VisuallyHidden } from '#site/ui/visually-hidden.tsx';
import { ItemActions } from '../item-actions.tsx';
import { formatMoment } from '../moment.ts';
import type { Selection } from './use-selection.ts';

type PostTableProps = {
  posts: readonly ListedPost[];
  selection: Selection;
  removingId: string | null | undefined;
  duplicatingId: string | null | undefined;
  onEdit: (id: string) => void;
  onDuplicate: (id: string) => void;
  onRemove: (id: string) => void;
};

/** A table from 768 px, stacked rows below. Published posts have a highlighted badge, others a muted one (§2). */
export function PostTable({ posts, selection, ...acts }: PostTableProps) {
  const { columns } = dashboard.posts;
  return (
    <table className="items items--posts">
      <thead>
        <tr>
          <th scope="col">
            <label className="pick">
              <input
                type="checkbox"
                aria-label={editor.list.selectAll}
                checked={selection.isWhole}
                onChange={selection.toggleAll}
              />
            </label>
          </th>
          <th scope="col">{columns.title}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.category}</th>
          <th scope="col">{columns.date}</th>
          <th scope="col">
            <VisuallyHidden>{dashboard.actions}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <PostLine key={post.id} post={post} selection={selection} {...acts} />
        ))}
      </tbody>
    </table>
  );
}

type PostLineProps = Omit<PostTableProps, 'posts'> & { post: ListedPost };

function PostLine({ post, selection, removingId, duplicatingId, onEdit, onDuplicate, onRemove }: PostLineProps) {
  const { id, title } = post;
  return (
    <tr>
      <td className="items__pick">
        <label className="pick">
          <input
            type="checkbox"
            aria-label={`${editor.list.select} ${title}`}
            checked={selection.has(id)}
            onChange={() => selection.toggle(id)}
          />
        </label>
      </td>
      <th scope="row">
        <span className="items__name">{title}</span>
        <PostAddress post={post} />
      </th>
      <td className="items__badge">
        <Badge tone={isPublished(post) ? 'strong' : 'muted'}>
          {isWaiting(post) ? editor.list.scheduled : dashboard.statuses[post.status]}
        </Badge>
      </td>
      <td className="items__category">
        {post.categories?.name ?? <span className="soft">{dashboard.posts.noCategory}</span>}
      </td>
      <td className="items__date tabular">{dateOf(post)}</td>
      <td className="items__actions">
        <ItemActions
          name={title}
          isRemoving={removingId === id}
          onEdit={() => onEdit(id)}
          onRemove={() => onRemove(id)}
          more={{ label: editor.duplicate.label, isBusy: duplicatingId === id, act: () => onDuplicate(id) }}
        />
      </td>
    </tr>
  );
}

function PostAddress({ post }: { post: ListedPost }) {
  const address = `/blog/${post.slug}`;
  if (!isPublished(post) || isWaiting(post)) return <span className="items__slug">{address}</span>;
  return (
    <RouteLink className="items__slug" href={address}>
      {address}
    </RouteLink>
  );
}

function isWaiting(post: ListedPost): boolean {
  return isPublished(post) && post.published_at !== null && Date.parse(post.published_at) > Date.now();
}

function dateOf(post: ListedPost): string {
  if (isWaiting(post)) return editor.list.appears.replace('{date}', formatMoment(post.published_at ?? ''));
  if (post.published_at) return formatLongDate(post.published_at);
  return dashboard.posts.notPublished.replace('{date}', formatLongDate(post.created_at));
}
