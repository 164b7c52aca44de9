const SIGNS_OF_USE = ['pointerdown', 'keydown', 'focusin'] as const;

/** Calls `listener` when somebody first uses the page, for what a visit without use does not need; returns what ends it. */
export function whenUsed(listener: () => void): () => void {
  const end = (): void => {
    for (const name of SIGNS_OF_USE) window.removeEventListener(name, tell);
  };
  const tell = (): void => {
    end();
    listener();
  };
  for (const name of SIGNS_OF_USE) window.addEventListener(name, tell);
  return end;
}
