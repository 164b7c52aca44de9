import { media } from '#site/content/media.ts';
import { listImages, removeImage } from '#site/gateway/media.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { useRemoval } from '../use-removal.ts';

/** The pictures in the bucket, and how to delete one. */
export function useLibrary(onRemoved: () => void) {
  const query = useAdminQuery(QUERY_KEYS.adminMedia, listImages);
  const { askAndRemove, removingId } = useRemoval({
    question: media.library.question,
    remove: removeImage,
    stale: [QUERY_KEYS.adminMedia],
    done: DASHBOARD_MESSAGES.pictureDeleted,
    failed: DASHBOARD_MESSAGES.deletePictureFailed,
    onRemoved,
  });
  return { query, askAndRemove, isRemoving: removingId !== undefined };
}
