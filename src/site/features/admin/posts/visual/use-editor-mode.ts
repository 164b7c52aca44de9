import { useEffect, useState } from 'react';
import type { UnkeptReason } from './convert/open-content.ts';
import { type EditorMode, readMode, rememberMode } from './editor-mode.ts';

type Chunk = typeof import('./visual-editor.tsx');

export type ModeState = {
  /** `loading` while the visual editor is on its way. */
  shown: EditorMode | 'loading';
  chunk: Chunk | null;
  /** Why the text is shown as HTML although the visual editor was chosen. */
  reason: UnkeptReason | null;
  hasFailed: boolean;
  choose: (mode: EditorMode) => void;
  onUnkept: (reason: UnkeptReason) => void;
};

/** Which view of the content is open. Loads the visual editor when it is wanted for the first time. */
export function useEditorMode(content: string): ModeState {
  const [wanted, setWanted] = useState(readMode);
  const [chunk, setChunk] = useState<Chunk | null>(null);
  const [reason, setReason] = useState<UnkeptReason | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const judge = (loaded: Chunk): void => setReason(loaded.whyUnkept(content));
  useEffect(() => {
    if (wanted === 'html' || chunk || hasFailed) return undefined;
    let isHere = true;
    const take = (loaded: Chunk): void => {
      if (!isHere) return;
      judge(loaded);
      setChunk(loaded);
    };
    import('./visual-editor.tsx').then(take, () => isHere && setFailed(true));
    return () => {
      isHere = false;
    };
  });
  const choose = (mode: EditorMode): void => {
    rememberMode(mode);
    setWanted(mode);
    setFailed(false);
    setReason(null);
    if (mode === 'visual' && chunk) judge(chunk);
  };
  const isVisual = wanted === 'visual' && !reason && !hasFailed;
  const shown = isVisual ? (chunk ? 'visual' : 'loading') : 'html';
  return { shown, chunk, reason, hasFailed, choose, onUnkept: setReason };
}
