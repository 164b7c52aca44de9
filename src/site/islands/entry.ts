import { hasKeptToasts } from '#site/ui/kept-toasts.ts';
import { ISLANDS, type IslandName } from './registry.ts';

/** How far from the viewport an island is hydrated, so that it is live when it is seen. */
const AHEAD = '400px';

/** Calls `begin` once, when the element is near the viewport. */
function whenVisible(element: Element, begin: () => void): void {
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
function whenUsed(element: Element, begin: () => void): void {
  const stop = new AbortController();
  const beginOnce = (): void => {
    stop.abort();
    begin();
  };
  if (element.contains(document.activeElement)) return beginOnce();
  for (const use of USES) element.addEventListener(use, beginOnce, { signal: stop.signal });
}

/** The only script of public pages that have islands. Everything else is loaded when it is needed. */
function start(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-when]')) {
    const wait = element.dataset['when'] === 'used' ? whenUsed : whenVisible;
    wait(element, () => void hydrateIsland(element));
  }
  // A link of an account mail, and messages of the page that the visitor came from.
  if (/[#&](access_token|error_description)=/.test(window.location.hash)) {
    void import('./land-link.tsx').then(({ landLink }) => landLink());
  } else if (hasKeptToasts()) {
    void import('./show-toasts.tsx').then(({ showToasts }) => showToasts());
  }
}

// An async script may run before the document is parsed.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
else start();

/** Without its code an island stays as the server rendered it. */
async function hydrateIsland(element: HTMLElement): Promise<void> {
  const name = element.id.replace('island-', '') as IslandName;
  try {
    const [{ hydrate }, component] = await Promise.all([import('./hydrate.tsx'), ISLANDS[name]()]);
    hydrate(element, component as Parameters<typeof hydrate>[1], readProps(element));
  } catch (error) {
    console.error(`The island ${name} could not be loaded:`, error);
  }
}

/** The data block after the element (island.tsx). */
function readProps(element: Element): object {
  return JSON.parse(element.nextElementSibling?.textContent ?? '{}') as object;
}
