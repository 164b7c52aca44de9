import { type ReactNode, createContext, use, useEffect, useMemo, useState } from 'react';
import { useBlocker } from 'react-router';
import { dashboard } from '#site/content/dashboard.ts';

type UnsavedGuard = {
  report: (isDirty: boolean) => void;
  /** Whether the open form may be left; asks where it has unsaved changes. */
  mayLeave: () => boolean;
};

const GuardContext = createContext<UnsavedGuard>({ report: () => {}, mayLeave: () => true });

export function useUnsavedGuard(): UnsavedGuard {
  return use(GuardContext);
}

/** Asks before a form with unsaved changes is left: by a tab, a link of the site, or closing the window. */
export function UnsavedGuardProvider({ children }: { children: ReactNode }) {
  const [isDirty, report] = useState(false);
  useBlockedNavigation(isDirty);

  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);

  const guard = useMemo(() => ({ report, mayLeave: () => !isDirty || askToLeave() }), [isDirty]);
  return <GuardContext value={guard}>{children}</GuardContext>;
}

/** Reports to the guard, while a form is open, whether it has unsaved changes. */
export function useReportUnsaved(isDirty: boolean): void {
  const { report } = useUnsavedGuard();
  useEffect(() => {
    report(isDirty);
    return () => report(false);
  }, [report, isDirty]);
}

function useBlockedNavigation(isDirty: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (askToLeave()) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
}

function askToLeave(): boolean {
  return window.confirm(dashboard.form.leaveQuestion);
}
