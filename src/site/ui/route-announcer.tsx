import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * On client-side navigation, announces the page title to screen readers and moves the focus to the main landmark, as
 * browsers do for a new document. The first page is not announced.
 */
export function RouteAnnouncer({ mainId }: { mainId: string }) {
  const { pathname, hash } = useLocation();
  const announced = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (announced.current === pathname) return;
    announced.current = pathname;
    if (!hash) document.getElementById(mainId)?.focus({ preventScroll: true });
    // React sets the title after this effect, in the same task.
    const soon = setTimeout(() => setTitle(document.title), 100);
    return () => clearTimeout(soon);
  }, [pathname, hash, mainId]);
  return (
    <p className="sr-only" aria-live="polite" aria-atomic="true">
      {title}
    </p>
  );
}
