/** How far from the viewport an island is hydrated, so that it is live when it is seen. */
const AHEAD = '400px';

/** Calls `begin` once, when the element is near the viewport. */
export function whenVisible(element: Element, begin: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      begin();
    },
    { rootMargin: AHEAD },
  );
  observer.observe(element);
}

const USES = ['focusin', 'pointerover', 'input'] as const;

/** Calls `begin` once, at the first focus or pointer on the element, or at once where it has the focus already. */
export function whenUsed(element: Element, begin: () => void): void {
  const stop = new AbortController();
  const beginOnce = (): void => {
    stop.abort();
    begin();
  };
  if (element.contains(document.activeElement)) return beginOnce();
  for (const use of USES) element.addEventListener(use, beginOnce, { signal: stop.signal });
}
