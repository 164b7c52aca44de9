import { useRef, useState } from 'react';
import { browserClient } from '#site/gateway/client.ts';
import { type ChosenPicture, readImageNotes, urlFor } from '#site/gateway/media.ts';
import { type AltText, NO_ALT } from './alt-field.tsx';

/** The chosen picture with its stored metadata. */
export function useChoice() {
  const [picture, setPicture] = useState<ChosenPicture | null>(null);
  const [alt, setAlt] = useState<AltText>(NO_ALT);
  const [isReady, setReady] = useState(false);
  const latest = useRef('');

  const choose = async (path: string): Promise<void> => {
    latest.current = path;
    setReady(false);
    setPicture({ path, url: urlFor(path), alt: '', width: 0, height: 0 });
    setAlt(NO_ALT);
    try {
      const notes = await readImageNotes(await browserClient(), path);
      if (latest.current !== path) return;
      setPicture({ path, url: urlFor(path), ...notes });
      setAlt({ text: notes.alt, isDecoration: false });
    } catch (error) {
      // The picture can still be used; only its description has to be typed again.
      console.error('Failed to read the metadata of a picture:', error);
    } finally {
      if (latest.current === path) setReady(true);
    }
  };
  const forget = (): void => {
    latest.current = '';
    setPicture(null);
  };
  return { picture, alt, setAlt, isReady, choose, forget };
}
