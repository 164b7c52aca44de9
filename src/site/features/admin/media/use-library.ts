import { useQuery } from '@tanstack/react-query';
import { media } from '#site/content/media.ts';
import { browserClient } from '#site/gateway/client.ts';
import { listImages, removeImage } from '#site/gateway/media.ts';
import { useRemoval } from '../use-removal.ts';
import { MEDIA_KEY } from './media-key.ts';

/** The pictures that are there, and how to delete one. */
export function useLibrary(onRemoved: () => void) {
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: MEDIA_KEY,
    queryFn: async () => listImages(await browserClient()),
    // Another editor may have been here.
    staleTime: 0,
    networkMode: 'always',
  });
  const { question, removed, removeFailed } = media.library;
  const { askAndRemove, removingId } = useRemoval({
    question,
    remove: removeImage,
    stale: [MEDIA_KEY],
    done: removed,
    failed: removeFailed,
    onRemoved,
  });
  return {
    pictures: data ?? [],
    isLoading: isPending,
    isFailed: isError && !data,
    retry: () => void refetch(),
    askAndRemove,
    isRemoving: removingId !== null,
  };
}
