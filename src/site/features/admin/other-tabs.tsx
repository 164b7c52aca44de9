import { ActivityTab } from './activity/activity-tab.tsx';
import { categories } from './categories/categories.tsx';
import { FlatItemsTab } from './flat-items/flat-items-tab.tsx';
import { LaunchTab } from './launch/launch-tab.tsx';
import { ReadersTab } from './readers/readers-tab.tsx';
import { testimonials } from './testimonials/testimonials.tsx';
import { UsersTab } from './users/users-tab.tsx';
import { system } from '#site/content/system.ts';
import { hasSystemService } from '#site/gateway/system.ts';
import { Notice } from '#site/ui/notice.tsx';
import { BackupList } from './system/backup-list.tsx';
import { CheckList } from './system/check-list.tsx';
import { MailList } from './system/mail-list.tsx';

/** The tabs beside that of the posts, which are loaded together when one of them opens. */
export const OTHER_TABS = {
  categories: () => <FlatItemsTab key="categories" description={categories} />,
  testimonials: () => <FlatItemsTab key="testimonials" description={testimonials} />,
  readers: ReadersTab,
  users: UsersTab,
  activity: ActivityTab,
  system: SystemTab,
  launch: LaunchTab,
};

/** How the site is running: checks, mail that has not arrived, backups. */
function SystemTab() {
  if (!hasSystemService()) {
    return <Notice title={system.hosted.heading} text={system.hosted.text} />;
  }
  return (
    <div className="system-tab stack">
      <CheckList />
      <MailList />
      <BackupList />
    </div>
  );
}
