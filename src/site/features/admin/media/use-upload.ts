import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { PictureErrorKind } from '#site/content/media.ts';
import { browserClient } from '#site/gateway/client.ts';
import { type ChosenPicture, uploadImage } from '#site/gateway/media.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { refreshQueries } from '../refresh-queries.ts';
import { measurePicture } from './measure-picture.ts';
import { uploadErrorKind } from './picture-error.ts';

type State = { fraction: number | null; errorKind: PictureErrorKind | null };
const IDLE: State = { fraction: null, errorKind: null };

/** Uploads one picture at a time; `fraction` is the part that is sent, from 0 to 1, and null while there is no upload. */
export function useUpload(onUploaded: (picture: ChosenPicture) => void) {
  const [state, setState] = useState<State>(IDLE);
  const queryClient = useQueryClient();
  const stopping = useRef<AbortController | null>(null);
  const stop = (): void => stopping.current?.abort();
  useEffect(() => stop, []);

  const start = async (file: File, alt: string): Promise<void> => {
    const { signal } = (stopping.current = new AbortController());
    setState({ fraction: 0, errorKind: null });
    try {
      const measured = await measurePicture(file);
      if (measured.errorKind) return setState({ fraction: null, errorKind: measured.errorKind });
      const { width, height } = measured;
      const onProgress = (fraction: number) => setState({ fraction, errorKind: null });
      const picture = await uploadImage(await browserClient(), file, {
        notes: { alt, width, height },
        onProgress,
        signal,
      });
      setState(IDLE);
      void refreshQueries(queryClient, [QUERY_KEYS.adminMedia]);
      onUploaded(picture);
    } catch (error) {
      if (signal.aborted) return setState(IDLE);
      console.error('Failed to upload picture:', error);
      setState({ fraction: null, errorKind: uploadErrorKind(error) });
    }
  };
  return { ...state, start, stop, clearError: () => setState((now) => (now.errorKind ? IDLE : now)) };
}
