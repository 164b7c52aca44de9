import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { hydrates } from '#site/route-table.ts';
import { keepToastsOnLeave } from '#site/ui/kept-toasts.ts';

const pathOf = (address: string) => address.split(/[?#]/, 1)[0] ?? '';

/** Leads to another page and replaces this one in the history: in place where React Router runs it, else by its document. */
export function LeaveTo({ path }: { path: string }) {
  const isInPlace = hydrates(pathOf(path));
  useEffect(() => {
    if (isInPlace) return;
    keepToastsOnLeave();
    window.location.replace(path);
  }, [isInPlace, path]);
  return isInPlace ? <Navigate to={path} replace /> : null;
}
