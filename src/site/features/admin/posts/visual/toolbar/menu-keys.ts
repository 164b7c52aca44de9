/** Moves the focus in a menu: arrow keys go round, Home and End to the ends. Returns false for other keys. */
export function focusBeside(menu: HTMLElement, key: string): boolean {
  const items = Array.from(menu.querySelectorAll<HTMLElement>('[role^=menuitem]'));
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: at <= 0 ? items.length - 1 : at - 1,
    Home: 0,
    End: items.length - 1,
  };
  const to = next[key];
  if (to === undefined) return false;
  items[to]?.focus();
  return true;
}

const MARGIN = 8;

/** Puts an open popover under its button, within the window. */
export function placeBelow(menu: HTMLElement, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  menu.style.left = `${Math.max(MARGIN, Math.min(left, clientWidth - menu.offsetWidth - MARGIN))}px`;
  menu.style.top = `${Math.max(MARGIN, Math.min(bottom + 4, clientHeight - menu.offsetHeight - MARGIN))}px`;
}
