import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * What the browser does for a new document and nobody does for a page entered in place: tells a screen reader the title
 * of the page and moves the focus to its main part. A visitor's first page says nothing.
 */
export function RouteAnnouncer({ mainId }: { mainId: string }) {
  const { pathname, hash } = useLocation();
  const announced = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (announced.current === pathname) return;
    announced.current = pathname;
    if (!hash) document.getElementById(mainId)?.focus({ preventScroll: true });
    // The title is written in the same turn, but after this effect.
    const soon = setTimeout(() => setTitle(document.title), 100);
    return () => clearTimeout(soon);
  }, [pathname, hash, mainId]);
  return (
    <p className="sr-only" aria-live="polite" aria-atomic="true">
      {title}
    </p>
  );
}
