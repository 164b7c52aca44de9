import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { DASHBOARD_DEFAULT_TAB } from '#contract/limits.ts';
import { activity } from '#site/content/activity.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { system } from '#site/content/system.ts';
import { users } from '#site/content/users.ts';
import { Button } from '#site/ui/button.tsx';
import { Tabs } from '#site/ui/tabs.tsx';
import { ActivityTab } from './activity/activity-tab.tsx';
import { categories } from './categories/categories.tsx';
import { readTab, type TabName, type TabValue, withTab } from './dashboard-address.ts';
import { FlatItemsTab } from './flat-items/flat-items-tab.tsx';
import { UnsavedGuardProvider, useUnsavedGuard } from './form-session/unsaved-guard.tsx';
import { LiveNews, LiveProvider } from './live/live-provider.tsx';
import { UndeliveredNotice } from './mail/undelivered-notice.tsx';
import { PostsTab } from './posts/posts-tab.tsx';
import { SystemTab } from './system/system-tab.tsx';
import { testimonials } from './testimonials/testimonials.tsx';
import { UsersTab } from './users/users-tab.tsx';

type DashboardProps = {
  userId: string;
  signOut: () => void;
  /** The sign-in settings of the signed-in person; they belong to another feature, so the page passes them. */
  ownSignIn: ReactNode;
};

/** What an administrator sees at /admin. */
export function Dashboard({ userId, ...props }: DashboardProps) {
  return (
    <UnsavedGuardProvider>
      <LiveProvider userId={userId}>
        <DashboardTabs {...props} />
      </LiveProvider>
    </UnsavedGuardProvider>
  );
}

function DashboardTabs({ signOut, ownSignIn }: Omit<DashboardProps, 'userId'>) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { mayLeave } = useUnsavedGuard();
  const choose = (next: string): void => {
    void navigate({ search: String(withTab(query, next)) }, { preventScrollReset: true });
  };
  const words = dashboard.tabs;
  const tab = readTab(query);
  const tabs: Record<TabName, { value: TabValue; label: string; panel: ReactNode }> = {
    posts: { value: DASHBOARD_DEFAULT_TAB, label: words.blogs, panel: <PostsTab /> },
    categories: {
      value: 'categories',
      label: words.categories,
      panel: <FlatItemsTab key="categories" kind={categories} />,
    },
    testimonials: {
      value: 'testimonials',
      label: words.testimonials,
      panel: <FlatItemsTab key="testimonials" kind={testimonials} />,
    },
    users: { value: 'users', label: users.tab, panel: <UsersTab ownSignIn={ownSignIn} /> },
    activity: { value: 'activity', label: activity.tab, panel: <ActivityTab /> },
    system: { value: 'system', label: system.tab, panel: <SystemTab /> },
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
      <UndeliveredNotice onOpenSystem={tab === 'system' ? null : () => choose('system')} />
      <Tabs
        label={words.label}
        value={tab}
        onChange={choose}
        // Arrow keys only move the focus: a question about unsaved changes is asked on activation.
        activation="manual"
        tabs={Object.values(tabs)}
      />
    </section>
  );
}
