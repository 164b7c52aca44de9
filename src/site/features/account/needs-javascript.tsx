import { account } from '#site/content/account.ts';
import { useIsHydrated } from '#site/ui/use-is-hydrated.ts';

/** `/auth` and `/admin` are rendered in the browser only. The notice ends there: an open dialog would set `aria-hidden` on it. */
export function NeedsJavaScript() {
  return useIsHydrated() ? null : (
    <noscript>
      <p className="wrap needs-javascript">{account.needsJavaScript}</p>
    </noscript>
  );
}
