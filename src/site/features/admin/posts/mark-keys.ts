import type { MarkName } from '#site/content/editor.ts';
import type { TextMark } from './markup.ts';

type Keys = { code: string; alt?: true; shift?: true };

/** With Ctrl or ⌘. By key code, because Alt and Shift change the character. */
const KEYS: Partial<Record<TextMark, Keys>> = {
  bold: { code: 'KeyB' },
  italic: { code: 'KeyI' },
  link: { code: 'KeyK' },
  heading: { code: 'Digit2', alt: true },
  subheading: { code: 'Digit3', alt: true },
  list: { code: 'Digit8', shift: true },
  numbers: { code: 'Digit7', shift: true },
};

type Pressed = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'>;

export function markOfKeys(event: Pressed): TextMark | undefined {
  // AltGr, which types ² and @ on many keyboards, is reported as Ctrl with Alt.
  if (event.ctrlKey === event.metaKey || event.getModifierState('AltGraph')) return undefined;
  return (Object.keys(KEYS) as TextMark[]).find((mark) => {
    const keys = KEYS[mark];
    return (
      keys?.code === event.code && event.altKey === (keys.alt ?? false) && event.shiftKey === (keys.shift ?? false)
    );
  });
}

/** For `aria-keyshortcuts` and the tooltip. */
export function describeMarkKeys(mark: MarkName): string | undefined {
  const keys = mark === 'image' ? undefined : KEYS[mark];
  if (!keys) return undefined;
  return ['Control', keys.alt && 'Alt', keys.shift && 'Shift', keys.code.replace(/^(Key|Digit)/, '')]
    .filter(Boolean)
    .join('+');
}
