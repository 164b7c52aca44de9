import { dashboard } from '#site/content/dashboard.ts';
import { firm } from '#site/content/firm.ts';
import accountStyles from '#site/features/account/account.css?url';
import { RequireAdmin } from '#site/features/account/require-admin.tsx';
import { AuthProvider } from '#site/features/account/auth-provider.tsx';
import { NeedsJavaScript } from '#site/features/account/needs-javascript.tsx';
import { Dashboard } from '#site/features/admin/dashboard.tsx';
import { lazyPart } from '#site/features/admin/lazy-part.tsx';
import { PageViewContext, type PageViewProps } from '#site/features/admin/words/page-view-context.ts';
import { usePostListBeforehand } from '#site/features/admin/posts/use-post-list.ts';
import styles from '#site/features/admin/admin.css?url';
import '#site/gateway/client-of-page.ts';
import { QueryProvider } from '#site/query-provider.tsx';

const OwnSignIn = lazyPart(async () => (await import('#site/features/account/own-sign-in.tsx')).OwnSignIn);

const PublicPageView = lazyPart(async () => (await import('./public-page.tsx')).PublicPageView);
const showPage = (props: PageViewProps) => <PublicPageView {...props} />;

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

/** Rendered in the browser, which has the session; the server sends "Loading..." (ARCHITECTURE.md). */
export default function AdminPage() {
  return (
    <QueryProvider>
      <AuthProvider>
        <NeedsJavaScript />
        <EarlyList />
        <PageViewContext value={showPage}>
          <RequireAdmin>{(person) => <Dashboard {...person} ownSignIn={<OwnSignIn />} />}</RequireAdmin>
        </PageViewContext>
      </AuthProvider>
    </QueryProvider>
  );
}

function EarlyList() {
  usePostListBeforehand();
  return null;
}
