import type { MarkName } from '#site/content/editor.ts';

/** In the syntax of `aria-keyshortcuts`; ⌘ stands for Control too. */
export const MARK_KEYS: Partial<Record<MarkName, string>> = {
  bold: 'Control+B',
  italic: 'Control+I',
  link: 'Control+K',
  heading: 'Control+Alt+2',
  subheading: 'Control+Alt+3',
  list: 'Control+Shift+8',
  numbers: 'Control+Shift+7',
};

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'>;

/** Digits by key code, because Alt and Shift change the character. */
export function markOfKeys(event: Pressed): MarkName | undefined {
  // AltGr, which types ² and @ on many keyboards, is reported as Ctrl with Alt.
  if (event.ctrlKey === event.metaKey || event.getModifierState('AltGraph')) return undefined;
  const key = event.code.startsWith('Digit') ? event.code.slice(-1) : letterOf(event).toUpperCase();
  const pressed = `Control+${event.altKey ? 'Alt+' : ''}${event.shiftKey ? 'Shift+' : ''}${key}`;
  return (Object.keys(MARK_KEYS) as MarkName[]).find((mark) => MARK_KEYS[mark] === pressed);
}

/** The letter of a key; where the layout types another script, that of the key's place, as browsers do for their own. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  return (/^[a-z]$/i.test(key) ? key : code.replace('Key', '')).toLowerCase();
}
