/**
 * Marks a page that the browser opens again at the place where the visitor left it, or at a fragment: all of it is laid
 * out at once (styles/layout.css), so that the place is the same. A fragment that names text, as search results do, is
 * not in `location`.
 */
export const MARK_RESTORED = `{
  const [navigation] = performance.getEntriesByType('navigation');
  const isRestored = ['back_forward', 'reload'].includes(navigation?.type);
  if (isRestored || location.hash || navigation?.name.includes('#')) document.documentElement.dataset.page = 'restored';
}`;
