/** Keys as `aria-keyshortcuts` writes them: `Mod-Alt-2` is `Control+Alt+2`. */
export function describeKeys(keys: string | undefined): string | undefined {
  return keys
    ?.replace('Mod-', 'Control-')
    .replaceAll(/-(?=.)/g, '+')
    .replace(/\+([a-z])$/, (_, letter: string) => `+${letter.toUpperCase()}`);
}
