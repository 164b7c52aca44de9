import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { PictureErrorKind } from '#site/content/media.ts';
import { browserClient } from '#site/gateway/client.ts';
import { type UploadedPicture, uploadImage } from '#site/gateway/media.ts';
import { MEDIA_KEY } from './media-key.ts';
import { measurePicture } from './measure-picture.ts';
import { uploadErrorKind } from './picture-error.ts';

type State = { share: number | null; errorKind: PictureErrorKind | null };
const IDLE: State = { share: null, errorKind: null };

/** Sends one picture at a time; `share` is what is sent of it, from 0 to 1, and null while nothing is under way. */
export function useUpload(onUploaded: (picture: UploadedPicture) => void) {
  const [state, setState] = useState<State>(IDLE);
  const queryClient = useQueryClient();
  const stopping = useRef<AbortController | null>(null);
  const stop = (): void => stopping.current?.abort();
  useEffect(() => stop, []);

  const start = async (file: File, alt: string): Promise<void> => {
    const { signal } = (stopping.current = new AbortController());
    setState({ share: 0, errorKind: null });
    try {
      const measured = await measurePicture(file);
      if (measured.errorKind) return setState({ share: null, errorKind: measured.errorKind });
      const { width, height } = measured;
      const onProgress = (share: number) => setState({ share, errorKind: null });
      const picture = await uploadImage(await browserClient(), file, {
        notes: { alt, width, height },
        onProgress,
        signal,
      });
      setState(IDLE);
      void queryClient.invalidateQueries({ queryKey: MEDIA_KEY });
      onUploaded(picture);
    } catch (error) {
      if (signal.aborted) return setState(IDLE);
      console.error('Failed to upload picture:', error);
      setState({ share: null, errorKind: uploadErrorKind(error) });
    }
  };
  return { ...state, start, stop, clearError: () => setState((now) => (now.errorKind ? IDLE : now)) };
}
