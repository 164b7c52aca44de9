import type { MouseEvent } from 'react';
import { ButtonLink } from '#site/ui/button.tsx';
import { Icon } from '#site/ui/icon.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';
import { DashboardLink } from './dashboard-link.tsx';
import { currentOf } from './current-link.ts';
import type { SiteHeaderProps } from './site-header.tsx';

const MENU_ID = 'menu';

/** A choice that leads to a hydrated page does not load a document, so the menu has to be closed by hand. */
function closeOnChoice(event: MouseEvent<HTMLElement>) {
  const isLink = event.target instanceof Element && event.target.closest('a');
  if (isLink) event.currentTarget.hidePopover?.();
}

/**
 * The menu of small screens is a popover: the browser itself opens it, closes it on Escape or a touch outside, and
 * tells assistive technology which it is, so it works on the pages that ship no script. A browser that does not know
 * popovers shows the list in the open (`header.css`).
 */
export function SiteMenu({ links, action, cities, words, currentPath }: SiteHeaderProps) {
  return (
    <>
      <button className="menu-button" type="button" popoverTarget={MENU_ID}>
        {words.menu}
        <Icon name="lines" className="icon menu-button__open" />
        <Icon name="cross" className="icon menu-button__close" />
      </button>
      <nav className="menu" id={MENU_ID} popover="auto" aria-label={words.menu} onClick={closeOnChoice}>
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
