import { clsx } from 'clsx';
import { ADMIN_HINT_KEY, SESSION_KEY } from '#contract/browser-keys.ts';
import { InlineScript } from '#site/ui/inline-script.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';

/**
 * The way to the dashboard for a signed-in administrator. Pages are kept and are the same for everybody, so the link is
 * on all of them, hidden; `RevealDashboardLinks` shows it. It gives no right: the database decides.
 */
export function DashboardLink({ label, className }: { label: string; className?: string }) {
  return (
    <span className={clsx(className)} data-dashboard-link="" hidden suppressHydrationWarning>
      <RouteLink href="/admin">{label}</RouteLink>
    </span>
  );
}

/**
 * A few bytes of script, once on each page and after its links: shows them where this browser holds a session and the
 * hint that it is an administrator's. Asks again when another tab, or the account code of this page, changes either.
 */
export function RevealDashboardLinks() {
  return <InlineScript code={REVEAL} />;
}

const REVEAL = [
  '(()=>{',
  'const show=()=>{let on=false;',
  `try{on=${JSON.stringify([SESSION_KEY, ADMIN_HINT_KEY])}.every((key)=>localStorage.getItem(key))}catch{}`,
  'document.querySelectorAll("[data-dashboard-link]").forEach((link)=>{link.hidden=!on})};',
  'show();addEventListener("storage",show)',
  '})()',
].join('');
