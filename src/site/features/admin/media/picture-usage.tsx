import { media } from '#site/content/media.ts';
import { listPostsWithPicture } from '#site/gateway/admin-post-list.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { withItem } from '../dashboard-address.ts';
import { useAdminQuery } from '../use-admin-query.ts';

/** The posts that use the picture, with links to their forms. In new tabs, so that the open form stays. */
export function PictureUsage({ path }: { path: string }) {
  const { data, isPlaceholderData } = useAdminQuery([...QUERY_KEYS.adminMedia, 'usage', path], (client) =>
    listPostsWithPicture(client, path),
  );
  if (!data || isPlaceholderData) return null;
  const { usage, unused, newTab } = media.library;
  if (data.total === 0) return <p className="soft">{unused}</p>;
  return (
    <div>
      <p className="soft">{usage(data.total)}</p>
      <ul className="picture-usage">
        {data.rows.map(({ id, title }) => (
          <li key={id}>
            <a href={`/admin?${withItem(new URLSearchParams(), 'post', id)}`} target="_blank" rel="noopener">
              {title} <span className="sr-only">{newTab}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
