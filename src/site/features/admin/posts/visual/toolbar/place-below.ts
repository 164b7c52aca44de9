const MARGIN = 8;
const GAP = 4;

/** Puts an open popover under its button or line, or above it where there is no room, within the window. */
export function placeBelow(menu: HTMLElement, { left, top, bottom }: Pick<DOMRect, 'left' | 'top' | 'bottom'>): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const isAbove = bottom + GAP + menu.offsetHeight + MARGIN > clientHeight && top - GAP - menu.offsetHeight >= MARGIN;
  const wanted = isAbove ? top - GAP - menu.offsetHeight : bottom + GAP;
  menu.style.left = `${Math.max(MARGIN, Math.min(left, clientWidth - menu.offsetWidth - MARGIN))}px`;
  menu.style.top = `${Math.max(MARGIN, Math.min(wanted, clientHeight - menu.offsetHeight - MARGIN))}px`;
}
