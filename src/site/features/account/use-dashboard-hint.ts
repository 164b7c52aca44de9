import { useEffect } from 'react';
import { keepDashboardHint } from '#site/gateway/dashboard-hint.ts';

/** Keeps the header's way to the dashboard in step with who is here, once that is known. */
export function useDashboardHint(isLoading: boolean, isKnown: boolean, isAdmin: boolean): void {
  useEffect(() => {
    if (!isLoading && isKnown) keepDashboardHint(isAdmin);
  }, [isLoading, isKnown, isAdmin]);
}
