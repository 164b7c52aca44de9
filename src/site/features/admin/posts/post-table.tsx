import { formatLongDate } from '#contract/date.ts';
import { isPublished } from '#contract/post-status.ts';
import { dashboard } from '../../../content/dashboard.ts';
import type { AdminPost } from '../../../gateway/admin-posts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { ItemActions } from '../item-actions.tsx';

type PostTableProps = {
  posts: readonly AdminPost[];
  removingId: string | null | undefined;
  onEdit: (post: AdminPost) => void;
  onRemove: (id: string) => void;
};

/** A table from 768 px, stacked rows below. Published posts have a highlighted badge, others a muted one (§2). */
export function PostTable({ posts, removingId, onEdit, onRemove }: PostTableProps) {
  const { columns } = dashboard.posts;
  return (
    <table className="items items--posts">
      <thead>
        <tr>
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
          <tr key={post.id}>
            <th scope="row">
              <span className="items__name">{post.title}</span>
              <PostAddress post={post} />
            </th>
            <td className="items__badge">
              <Badge tone={isPublished(post) ? 'strong' : 'muted'}>{dashboard.statuses[post.status]}</Badge>
            </td>
            <td className="items__category">
              {post.categories?.name ?? <span className="soft">{dashboard.posts.noCategory}</span>}
            </td>
            <td className="items__date tabular">{dateOf(post)}</td>
            <td className="items__actions">
              <ItemActions
                name={post.title}
                isRemoving={removingId === post.id}
                onEdit={() => onEdit(post)}
                onRemove={() => onRemove(post.id)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PostAddress({ post }: { post: AdminPost }) {
  const address = `/blog/${post.slug}`;
  if (!isPublished(post)) return <span className="items__slug">{address}</span>;
  return (
    <RouteLink className="items__slug" href={address}>
      {address}
    </RouteLink>
  );
}

function dateOf(post: AdminPost): string {
  if (post.published_at) return formatLongDate(post.published_at);
  return dashboard.posts.notPublished.replace('{date}', formatLongDate(post.created_at));
}
