import { ActivityTab } from './activity/activity-tab.tsx';
import { categories } from './categories/categories.tsx';
import { FlatItemsTab } from './flat-items/flat-items-tab.tsx';
import { LaunchTab } from './launch/launch-tab.tsx';
import { ReadersTab } from './readers/readers-tab.tsx';
import { SystemTab } from './system/system-tab.tsx';
import { testimonials } from './testimonials/testimonials.tsx';
import { UsersTab } from './users/users-tab.tsx';

/** The tabs beside that of the posts, which are loaded together when one of them opens. */
export const OTHER_TABS = {
  categories: () => <FlatItemsTab key="categories" kind={categories} />,
  testimonials: () => <FlatItemsTab key="testimonials" kind={testimonials} />,
  readers: ReadersTab,
  users: UsersTab,
  activity: ActivityTab,
  system: SystemTab,
  launch: LaunchTab,
};
