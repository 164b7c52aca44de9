import mark from '#site/art/drawn/mark.svg';
import { ButtonLink } from '#site/ui/button.tsx';
import { Icon } from '#site/ui/icon.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';
import { type LabelledLink, type Phone, telOf } from '../link.ts';
import { DashboardLink } from './dashboard-link.tsx';

export type SiteHeaderProps = {
  name: string;
  phone: Phone;
  email: string;
  /** The cities of the offices, main office first, and the label of the list. */
  cities: readonly string[];
  citiesLabel: string;
  links: readonly LabelledLink[];
  action: LabelledLink;
  /** Labels of the navigation and of the menu that replaces it on small screens. */
  words: { navigation: string; menu: string; dashboard: string };
  /** The path of the page, to mark its link as current. */
  currentPath: string;
};

export function SiteHeader(props: SiteHeaderProps) {
  const { name, links, action, words, currentPath } = props;
  return (
    <header className="site-header">
      <ContactStrip {...props} />
      <div className="site-header__bar">
        <div className="wrap site-header__row">
          <RouteLink className="site-header__brand tap" href="/">
            <img src={mark} alt="" width="33" height="40" />
            {name}
          </RouteLink>
          <nav className="site-header__nav screen-only" aria-label={words.navigation}>
            <ul>
              <LinkItems links={links} currentPath={currentPath} />
              <li>
                <ButtonLink href={action.href} size="small">
                  {action.label}
                </ButtonLink>
              </li>
            </ul>
          </nav>
          <ButtonLink href={action.href} size="small">
            {action.label}
          </ButtonLink>
          <SiteMenu {...props} />
        </div>
      </div>
    </header>
  );
}

function ContactStrip({ phone, email, cities, citiesLabel, words }: SiteHeaderProps) {
  return (
    <div className="contact-strip on-ink">
      <div className="wrap contact-strip__row">
        <div className="contact-strip__contact wraps tabular">
          <a href={telOf(phone.e164)}>{phone.display}</a> <a href={`mailto:${email}`}>{email}</a>
        </div>
        <DashboardLink label={words.dashboard} className="contact-strip__dashboard" />
        <ul className="contact-strip__offices wraps screen-only" aria-label={citiesLabel}>
          {cities.map((city) => (
            <li key={city}>{city}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const MENU_ID = 'menu';

/**
 * The menu of small screens is a popover: the browser opens it, closes it on Escape or a touch outside, and exposes its
 * state to assistive technology, so it works on pages that ship no script. Browsers without popovers show the open list.
 */
export function SiteMenu({ links, action, cities, words, currentPath }: SiteHeaderProps) {
  return (
    <>
      <button className="site-menu__button tap screen-only" type="button" popoverTarget={MENU_ID}>
        {words.menu}
        <Icon name="lines" className="icon site-menu__open" />
        <Icon name="cross" className="icon site-menu__close" />
      </button>
      <nav className="site-menu screen-only" id={MENU_ID} popover="auto" aria-label={words.menu}>
        <ul>
          <LinkItems links={links} currentPath={currentPath} />
        </ul>
        <DashboardLink label={words.dashboard} />{' '}
        <ButtonLink href={action.href} arrow>
          {action.label}
        </ButtonLink>
        <p>{cities.join(', ')}</p>
      </nav>
    </>
  );
}

function LinkItems({ links, currentPath }: Pick<SiteHeaderProps, 'links' | 'currentPath'>) {
  return links.map((link) => (
    <li key={link.href}>
      <RouteLink href={link.href} aria-current={currentOf(link, links, currentPath)}>
        {link.label}
      </RouteLink>
    </li>
  ));
}

type Linked = { href: string };

/**
 * The value of `aria-current` for a link: `page` for the page itself, `true` for its parent. A page with a link of its own
 * does not mark its parent: the international page is under `/services/` but has the link "Global consultancy".
 */
export function currentOf(link: Linked, links: readonly Linked[], path: string): 'page' | 'true' | undefined {
  if (link.href === path) return 'page';
  const isOwned = links.some((other) => other.href === path);
  if (isOwned || link.href === '/') return undefined;
  return path.startsWith(`${link.href}/`) ? 'true' : undefined;
}

/** The first focusable element of every page. `target` is the id of the main landmark. */
export function SkipLink({ target, label }: { target: string; label: string }) {
  return (
    <a className="skip-link" href={`#${target}`}>
      {label}
    </a>
  );
}
