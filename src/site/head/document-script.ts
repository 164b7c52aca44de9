import { FOOTER_ID } from '#contract/footer-id.ts';

/**
 * Marks a page that the browser opens again at the place where the visitor left it, or at a fragment: all of it is laid
 * out at once (styles/layout.css), so that the place is the same. A fragment that names text, as search results do, is
 * not in `location`.
 */
const MARK_RESTORED = `{
  const [navigation] = performance.getEntriesByType('navigation');
  const isRestored = ['back_forward', 'reload'].includes(navigation?.type);
  if (isRestored || location.hash || navigation?.name.includes('#')) document.documentElement.dataset.page = 'restored';
}`;

/**
 * Lets the arch of a post grow from its card into the head of the post when one document follows the other, and back
 * (ui/arch.css). Both documents mark the arch of the post that the other or their own address names, if it is in the
 * window. There is no transition, and nothing is marked, in browsers without them and under reduced motion.
 *
 * The first rendering waits until the footer begins: the arch is one end of the transition, and nobody sees a header
 * without its page. Validators of HTML do not know `rel="expect"` yet, so the script writes the element and removes it
 * when it is no longer needed.
 */
const GROW_ARCH = `{
  const mark = (transition, other) => {
    document.querySelectorAll('[data-grows]').forEach((arch) => arch.removeAttribute('data-grows'));
    if (!transition || !other) return;
    const paths = [new URL(other).pathname, location.pathname];
    [...document.querySelectorAll('[data-post]')].find((arch) => {
      const { top, bottom, left, right } = arch.getBoundingClientRect();
      return paths.includes(arch.dataset.post) && bottom > 0 && right > 0 && innerHeight > top && innerWidth > left;
    })?.setAttribute('data-grows', '');
  };
  const expected = document.createElement('link');
  expected.rel = 'expect';
  expected.href = '#${FOOTER_ID}';
  expected.setAttribute('blocking', 'render');
  document.head.append(expected);
  addEventListener('pageswap', (event) => mark(event.viewTransition, event.activation?.entry?.url));
  addEventListener('pagereveal', (event) => {
    expected.remove();
    mark(event.viewTransition, window.navigation?.activation?.from?.url);
  });
}`;

/** What a document does before it is shown: the script in its head. */
export const DOCUMENT_SCRIPT = MARK_RESTORED + GROW_ARCH;
