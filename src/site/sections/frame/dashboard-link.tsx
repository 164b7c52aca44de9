import { clsx } from 'clsx';
import { ADMIN_HINT_KEY, SESSION_KEY } from '#contract/browser-keys.ts';
import { InlineScript } from '#site/ui/inline-script.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';

/**
 * The link to the dashboard for signed-in administrators. Pages are cached and identical for all visitors, so every page
 * has the link, hidden; `RevealDashboardLinks` shows it. It grants nothing: access is decided by the database.
 */
export function DashboardLink({ label, className }: { label: string; className?: string }) {
  return (
    <span className={clsx(className)} data-dashboard-link="" hidden suppressHydrationWarning>
      <RouteLink href="/admin">{label}</RouteLink>
    </span>
  );
}

/**
 * An inline script after the links, once on each page: shows them if local storage has a session and the hint that it
 * belongs to an administrator. It checks again when another tab or the account code of this page changes either, and when
 * the back/forward cache shows the page again.
 */
export function RevealDashboardLinks() {
  return <InlineScript code={REVEAL} />;
}

const REVEAL = [
  '(()=>{',
  'const show=()=>{let on=false;',
  `try{on=${JSON.stringify([SESSION_KEY, ADMIN_HINT_KEY])}.every((key)=>localStorage.getItem(key))}catch{}`,
  'document.querySelectorAll("[data-dashboard-link]").forEach((link)=>{link.hidden=!on})};',
  'show();addEventListener("storage",show);addEventListener("pageshow",show)',
  '})()',
].join('');
