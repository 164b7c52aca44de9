import { media } from '#site/content/media.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { listPostsWithPicture } from '#site/gateway/admin-post-list.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { listImages, removeImage } from '#site/gateway/media.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { useRemoval } from '../use-removal.ts';

/** The pictures in the bucket, and how to delete one. */
export function useLibrary(onRemoved: () => void) {
  const query = useAdminQuery(QUERY_KEYS.adminMedia, listImages);
  const { askAndRemove, removingId } = useRemoval({
    question: askAboutPicture,
    remove: removeImage,
    stale: [QUERY_KEYS.adminMedia],
    done: DASHBOARD_MESSAGES.pictureDeleted,
    failed: DASHBOARD_MESSAGES.deletePictureFailed,
    onRemoved,
  });
  return { query, askAndRemove, isRemoving: removingId !== undefined };
}

async function askAboutPicture(client: DataClient, path: string): Promise<string> {
  const words = media.library;
  try {
    const { rows, total } = await listPostsWithPicture(client, path);
    return words.question(
      rows.map(({ title }) => title),
      total,
    );
  } catch (error) {
    console.error('Failed to find the posts of a picture:', error);
    return words.questionUnknown;
  }
}
