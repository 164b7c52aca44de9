import { account } from '#site/content/account.ts';

/** `/auth` and `/admin` are rendered in the browser only. */
export function NeedsJavaScript() {
  return (
    <noscript>
      <p className="wrap needs-javascript">{account.needsJavaScript}</p>
    </noscript>
  );
}
