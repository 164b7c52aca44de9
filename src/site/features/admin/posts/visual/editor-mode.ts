/** How the text of posts is written, remembered in this browser. */
export type EditorMode = 'visual' | 'html';

/** Beside its only use: a line in `browser-keys.ts` would be loaded by every public page. */
const MODE_KEY = 'india-going-global-editor-mode';

export function readMode(): EditorMode {
  try {
    return localStorage.getItem(MODE_KEY) === 'html' ? 'html' : 'visual';
  } catch {
    return 'visual';
  }
}

export function rememberMode(mode: EditorMode): void {
  try {
    localStorage.setItem(MODE_KEY, mode);
  } catch {
    // Storage is full or forbidden: the next form opens in the default mode.
  }
}
