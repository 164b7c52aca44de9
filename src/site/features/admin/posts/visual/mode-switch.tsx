import { useEffect, useState } from 'react';
import { visual } from '#site/content/visual.ts';
import { readStored, store } from '#site/gateway/browser-storage.ts';
import type { UnkeptReason } from './convert/open-content.ts';

type ModeSwitchProps = { mode: EditorMode; onChoose: (mode: EditorMode) => void };

/** Two buttons: the text as readers see it, or its HTML. */
export function ModeSwitch({ mode, onChoose }: ModeSwitchProps) {
  return (
    <div className="mode-switch framed" role="group" aria-label={visual.modes.label}>
      {(['visual', 'html'] as const).map((name) => (
        <button key={name} type="button" aria-pressed={mode === name} onClick={() => onChoose(name)}>
          {visual.modes[name]}
        </button>
      ))}
    </div>
  );
}

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
  const [wanted, setWanted] = useState<EditorMode>(() => (readStored(MODE_KEY) === 'html' ? 'html' : 'visual'));
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
    store(MODE_KEY, mode);
    setWanted(mode);
    setFailed(false);
    setReason(null);
    if (mode === 'visual' && chunk) judge(chunk);
  };
  const isVisual = wanted === 'visual' && !reason && !hasFailed;
  const shown = isVisual ? (chunk ? 'visual' : 'loading') : 'html';
  return { shown, chunk, reason, hasFailed, choose, onUnkept: setReason };
}

/** How the text of posts is written, remembered in this browser. */
type EditorMode = 'visual' | 'html';

/** Beside its only use: a line in `browser-keys.ts` would be loaded by every public page. */
const MODE_KEY = 'india-going-global-editor-mode';
