import { type ReactNode, createContext, use, useEffect, useMemo, useRef, useState } from 'react';
import { type BlockerFunction, type Location, useBlocker, useLocation } from 'react-router';
import { dashboard } from '#site/content/dashboard.ts';
import { formIn } from '../dashboard-address.ts';

type UnsavedGuard = {
  report: (isDirty: boolean) => void;
  /** Whether the open form may be left; asks where it has unsaved changes. */
  mayLeave: () => boolean;
  /** The next navigation asks nothing: the form is saved or discarded. */
  leaveFreely: () => void;
};

const GuardContext = createContext<UnsavedGuard>({ report: () => {}, mayLeave: () => true, leaveFreely: () => {} });

export function useUnsavedGuard(): UnsavedGuard {
  return use(GuardContext);
}

/** Asks before a form with unsaved changes is left: by a tab, a link, the browser's buttons, or closing the window. */
export function UnsavedGuardProvider({ children }: { children: ReactNode }) {
  const [isDirty, report] = useState(false);
  const leaveFreely = useBlockedNavigation(isDirty);

  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);

  const guard = useMemo(
    () => ({ report, leaveFreely, mayLeave: () => !isDirty || askToLeave() }),
    [isDirty, leaveFreely],
  );
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

function useBlockedNavigation(isDirty: boolean): () => void {
  const isFree = useRef(false);
  const { key } = useLocation();
  useEffect(() => {
    isFree.current = false;
  }, [key]);
  const mustAsk: BlockerFunction = ({ currentLocation, nextLocation }) =>
    isDirty && !isFree.current && leavesForm(currentLocation, nextLocation);
  const blocker = useBlocker(mustAsk);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (askToLeave()) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
  return useMemo(() => () => (isFree.current = true), []);
}

/** A form stays open when only the parameters of a list change. */
function leavesForm(current: Location, next: Location): boolean {
  const formOf = ({ search }: Location): string => formIn(new URLSearchParams(search));
  return current.pathname !== next.pathname || formOf(current) !== formOf(next);
}

function askToLeave(): boolean {
  return window.confirm(dashboard.form.leaveQuestion);
}
