import { useCallback, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { browserClient } from '#site/gateway/client.ts';
import { uploadImage } from '#site/gateway/media.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { measurePicture } from '../../../media/measure-picture.ts';
import { uploadErrorKind } from '../../../media/picture-error.ts';
import { refreshQueries } from '../../../refresh-queries.ts';
import type { UploadPicture } from './picture-uploads.ts';
import { UploadError } from './upload-error.ts';

/** Uploads pictures of a paste one after the other. Rejects with UploadError. */
export function usePictureUpload(): UploadPicture {
  const queryClient = useQueryClient();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback<UploadPicture>(
    ({ file, alt }, { onProgress, signal }) => {
      const upload = async () => {
        signal.throwIfAborted();
        const measured = await measurePicture(file);
        if (measured.errorKind) throw new UploadError(measured.errorKind);
        const { width, height } = measured;
        try {
          const picture = await uploadImage(await browserClient(), file, {
            notes: { alt, width, height },
            onProgress,
            signal,
          });
          void refreshQueries(queryClient, [QUERY_KEYS.adminMedia]);
          return picture;
        } catch (error) {
          throw new UploadError(uploadErrorKind(error), error);
        }
      };
      const next = queue.current.then(upload, upload);
      queue.current = next;
      return next;
    },
    [queryClient],
  );
}
