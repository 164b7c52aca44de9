import { dashboard } from '../content/dashboard.ts';
import { firm } from '../content/firm.ts';
import accountStyles from '../features/account/account.css?url';
import { RequireAdmin } from '../features/account/require-admin.tsx';
import { AuthProvider } from '../features/account/auth-provider.tsx';
import { OwnSignIn } from '../features/account/own-sign-in.tsx';
import { Dashboard } from '../features/admin/dashboard.tsx';
import styles from '../features/admin/dashboard.css?url';

export const handle = { live: true };

export const links = () => [
  { rel: 'stylesheet', href: accountStyles },
  { rel: 'stylesheet', href: styles },
];

export function meta() {
  return [
    { title: `${dashboard.metaTitle} | ${firm.name}` },
    { name: 'description', content: dashboard.metaDescription },
    { name: 'robots', content: 'noindex' },
  ];
}

/** Drawn in the browser, where the session is; the server sends "Loading..." (ARCHITECTURE.md). */
export default function AdminPage() {
  return (
    <AuthProvider>
      <RequireAdmin>{(admin) => <Dashboard {...admin} ownSignIn={<OwnSignIn />} />}</RequireAdmin>
    </AuthProvider>
  );
}
