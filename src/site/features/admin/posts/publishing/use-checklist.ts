import { useMemo } from 'react';
import { findDropped } from '#contract/post-body/find-dropped.ts';
import { listReachableSlugs } from '#site/gateway/posts.ts';
import { browserSiteConfig } from '#site/gateway/site-config.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { useAdminQuery } from '../../use-admin-query.ts';
import type { PostValues } from '../post-values.ts';
import { type Check, checkPost } from './check-post.ts';
import { deadPaths, internalPaths, slugOf } from './internal-links.ts';
import { readContent } from './read-content.ts';

/** The checks of the form as it is; links to posts are looked up. `ownSlug` is the post's own. */
export function useChecklist(values: PostValues, ownSlug: string): Check[] {
  const { content } = values;
  const { parts, dropped, paths } = useMemo(() => {
    const read = readContent(content);
    return {
      parts: read,
      dropped: findDropped(content),
      paths: internalPaths(read.links, browserSiteConfig().siteUrl),
    };
  }, [content]);
  const slugs = paths.flatMap((path) => slugOf(path) ?? []);
  const query = useAdminQuery([...QUERY_KEYS.adminPostSlugs, 'reachable', ...slugs], (client) =>
    listReachableSlugs(client, slugs),
  );
  const found = query.isError ? null : query.data && deadPaths(paths, [...query.data, ownSlug]);
  return checkPost({ values, parts, dead: found, dropped });
}
