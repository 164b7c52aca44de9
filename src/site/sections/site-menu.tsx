import { ButtonLink } from '#site/ui/button.tsx';
import { Icon } from '#site/ui/icon.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';
import { DashboardLink } from './dashboard-link.tsx';
import { currentOf } from './current-link.ts';
import type { SiteHeaderProps } from './site-header.tsx';

const MENU_ID = 'menu';

/**
 * The menu of small screens is a popover: the browser opens it, closes it on Escape or a touch outside, and exposes its
 * state to assistive technology, so it works on pages that ship no script. Browsers without popovers show the open list.
 */
export function SiteMenu({ links, action, cities, words, currentPath }: SiteHeaderProps) {
  return (
    <>
      <button className="site-menu__button" type="button" popoverTarget={MENU_ID}>
        {words.menu}
        <Icon name="lines" className="icon site-menu__open" />
        <Icon name="cross" className="icon site-menu__close" />
      </button>
      <nav className="site-menu" id={MENU_ID} popover="auto" aria-label={words.menu}>
        <ul>
          {links.map((link) => (
            <li key={link.href}>
              <RouteLink href={link.href} aria-current={currentOf(link, links, currentPath)}>
                {link.label}
              </RouteLink>
            </li>
          ))}
        </ul>
        <DashboardLink label={words.dashboard} />
        <ButtonLink href={action.href} arrow>
          {action.label}
        </ButtonLink>
        <p>{cities.join(', ')}</p>
      </nav>
    </>
  );
}
