import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { DASHBOARD_DEFAULT_TAB } from '#contract/limits.ts';
import { activity } from '#site/content/activity.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { firmForm, pagesTab } from '#site/content/words-form.ts';
import { launch } from '#site/content/launch.ts';
import { system } from '#site/content/system.ts';
import { users } from '#site/content/users.ts';
import { Button } from '#site/ui/button.tsx';
import { Tabs } from '#site/ui/tabs.tsx';
import { formIn, readTab, type TabName, type TabValue, withTab } from './dashboard-address.ts';
import { UnsavedGuardProvider, useUnsavedGuard } from './form-session/unsaved-guard.tsx';
import { lazyPart } from './lazy-part.tsx';
import { LiveNews, LiveProvider } from './live/live-provider.tsx';
import { UndeliveredNotice } from './mail/undelivered-notice.tsx';
import { PostsTab } from './posts/posts-tab.tsx';
import { IsWriter, useIsWriter } from './role.ts';

const loadTabs = async () => (await import('./other-tabs.tsx')).OTHER_TABS;
const CategoriesTab = lazyPart(async () => (await loadTabs()).categories);
const TestimonialsTab = lazyPart(async () => (await loadTabs()).testimonials);
const FirmTab = lazyPart(async () => (await import('./words/firm-tab.tsx')).FirmTab);
const PagesTab = lazyPart(async () => (await import('./words/pages-tab.tsx')).PagesTab);
const ReadersTab = lazyPart(async () => (await loadTabs()).readers);
const UsersTab = lazyPart(async () => (await loadTabs()).users);
const ActivityTab = lazyPart(async () => (await loadTabs()).activity);
const SystemTab = lazyPart(async () => (await loadTabs()).system);
const LaunchTab = lazyPart(async () => (await loadTabs()).launch);

type DashboardProps = {
  userId: string;
  isWriter: boolean;
  signOut: () => void;
  /** The sign-in settings of the signed-in person; they belong to another feature, so the page passes them. */
  ownSignIn: ReactNode;
};

/** What an administrator sees at /admin, and of it what a writer sees: their own posts. */
export function Dashboard({ userId, isWriter, ...props }: DashboardProps) {
  return (
    <UnsavedGuardProvider>
      <IsWriter value={isWriter}>
        <LiveProvider userId={userId}>
          <DashboardTabs {...props} />
        </LiveProvider>
      </IsWriter>
    </UnsavedGuardProvider>
  );
}

function DashboardTabs({ signOut, ownSignIn }: Omit<DashboardProps, 'userId' | 'isWriter'>) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { mayLeave } = useUnsavedGuard();
  const isWriter = useIsWriter();
  const choose = (next: string): void => {
    // Not `query`: a change of a list may not be rendered yet.
    const current = new URLSearchParams(window.location.search);
    void navigate({ search: String(withTab(current, next)) }, { preventScrollReset: true });
  };
  const words = dashboard.tabs;
  const tab = isWriter ? DASHBOARD_DEFAULT_TAB : readTab(query);
  const tabs: Record<TabName, { value: TabValue; label: string; panel: ReactNode }> = {
    posts: { value: DASHBOARD_DEFAULT_TAB, label: words.blogs, panel: <PostsTab ownSignIn={ownSignIn} /> },
    categories: { value: 'categories', label: words.categories, panel: <CategoriesTab /> },
    testimonials: { value: 'testimonials', label: words.testimonials, panel: <TestimonialsTab /> },
    firm: { value: 'firm', label: firmForm.tab, panel: <FirmTab /> },
    pages: { value: 'pages', label: pagesTab.tab, panel: <PagesTab /> },
    readers: { value: 'readers', label: words.readers, panel: <ReadersTab /> },
    users: { value: 'users', label: users.tab, panel: <UsersTab ownSignIn={ownSignIn} /> },
    activity: { value: 'activity', label: activity.tab, panel: <ActivityTab /> },
    system: { value: 'system', label: system.tab, panel: <SystemTab /> },
    launch: { value: 'launch', label: launch.tab, panel: <LaunchTab /> },
  };
  return (
    <section className="wrap dashboard">
      <header className="dashboard__head row row--apart">
        <h1>{dashboard.heading}</h1>
        <Button size="small" variant="line" onClick={() => mayLeave() && signOut()}>
          {dashboard.signOut}
        </Button>
      </header>
      <LiveNews />
      {!isWriter && (
        <UndeliveredNotice
          isLine={formIn(query) !== ''}
          onOpenSystem={tab === 'system' ? null : () => choose('system')}
        />
      )}
      <Tabs
        label={words.label}
        value={tab}
        onChange={choose}
        // Arrow keys only move the focus: a question about unsaved changes is asked on activation.
        activation="manual"
        tabs={isWriter ? [tabs.posts] : Object.values(tabs)}
      />
    </section>
  );
}
