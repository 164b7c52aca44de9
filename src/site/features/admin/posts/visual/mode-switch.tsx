import { visual } from '#site/content/visual.ts';
import type { EditorMode } from './editor-mode.ts';

type ModeSwitchProps = { mode: EditorMode; onChoose: (mode: EditorMode) => void };

/** Two buttons: the text as readers see it, or its HTML. */
export function ModeSwitch({ mode, onChoose }: ModeSwitchProps) {
  return (
    <div className="mode-switch" role="group" aria-label={visual.modes.label}>
      {(['visual', 'html'] as const).map((name) => (
        <button
          key={name}
          type="button"
          className="mode-switch__button"
          aria-pressed={mode === name}
          onClick={() => onChoose(name)}
        >
          {visual.modes[name]}
        </button>
      ))}
    </div>
  );
}
