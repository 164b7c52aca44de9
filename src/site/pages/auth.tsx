import { account } from '#site/content/account.ts';
import { firm } from '#site/content/firm.ts';
import { AccountPage } from '#site/features/account/account-page.tsx';
import styles from '#site/features/account/account.css?url';
import { AuthProvider } from '#site/features/account/auth-provider.tsx';
import { NeedsJavaScript } from '#site/features/account/needs-javascript.tsx';

export const links = () => [{ rel: 'stylesheet', href: styles }];

export function meta() {
  return [
    { title: `${account.metaTitle} | ${firm.name}` },
    { name: 'description', content: account.metaDescription },
    { name: 'robots', content: 'noindex' },
  ];
}

/** Rendered in the browser, which has the session; the server sends "Loading..." (ARCHITECTURE.md). */
export default function AuthPage() {
  return (
    <AuthProvider>
      <NeedsJavaScript />
      <AccountPage />
    </AuthProvider>
  );
}
