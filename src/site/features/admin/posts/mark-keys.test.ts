import { expect, test } from 'vitest';
import { MARK_KEYS, markOfKeys } from './mark-keys.ts';

const plain = {
  key: 'b',
  code: 'KeyB',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  getModifierState: () => false,
};

test('Ctrl or ⌘ with exactly the key is the mark', () => {
  expect(markOfKeys({ ...plain, ctrlKey: true })).toBe('bold');
  expect(markOfKeys({ ...plain, metaKey: true })).toBe('bold');
  expect(markOfKeys(plain)).toBeUndefined();
  expect(markOfKeys({ ...plain, ctrlKey: true, shiftKey: true })).toBeUndefined();
  expect(markOfKeys({ ...plain, code: 'Digit2', ctrlKey: true, altKey: true })).toBe('heading');
  expect(markOfKeys({ ...plain, code: 'Digit8', ctrlKey: true, shiftKey: true })).toBe('list');
});

test('letters are those of the layout, or of the place of the key where it types another script', () => {
  const pressed = (key: string, code: string) => markOfKeys({ ...plain, key, code, ctrlKey: true });
  expect(pressed('b', 'KeyN')).toBe('bold');
  expect(pressed('c', 'KeyI')).toBeUndefined();
  expect(pressed('ब', 'KeyB')).toBe('bold');
});

test('AltGr types a character and is not a shortcut', () => {
  const altGr = { ...plain, code: 'Digit2', ctrlKey: true, altKey: true, getModifierState: () => true };
  expect(markOfKeys(altGr)).toBeUndefined();
});

test('keys are described in the syntax of aria-keyshortcuts', () => {
  expect(MARK_KEYS.bold).toBe('Control+B');
  expect(MARK_KEYS.heading).toBe('Control+Alt+2');
  expect(MARK_KEYS.table).toBeUndefined();
});
