import { ADMIN_HINT_KEY, SESSION_KEY } from '#contract/browser-keys.ts';
import { InlineScript } from '../ui/inline-script.tsx';
import { RouteLink } from '../ui/route-link.tsx';

/**
 * The way to the dashboard for a signed-in administrator. Pages are kept and are the same for everybody, so the link is
 * on all of them, hidden; a few bytes of script show it where this browser holds a session and the hint that it is an
 * administrator's. It gives no right: the database decides.
 */
export function DashboardLink({ label }: { label: string }) {
  return (
    <>
      <span data-dashboard-link="" hidden suppressHydrationWarning>
        <RouteLink href="/admin">{label}</RouteLink>
      </span>
      <InlineScript code={REVEAL} />
    </>
  );
}

/** Asks again when another tab, or this page's own account code, changes what is kept. */
const REVEAL = `(()=>{const show=()=>{let on=false;try{on=["${SESSION_KEY}","${ADMIN_HINT_KEY}"].every((key)=>localStorage.getItem(key))}catch{}document.querySelectorAll("[data-dashboard-link]").forEach((link)=>{link.hidden=!on})};show();addEventListener("storage",show)})()`;
