import mark from '#site/art/drawn/mark.svg';
import { ButtonLink } from '#site/ui/button.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';
import { DashboardLink } from './dashboard-link.tsx';
import { currentOf } from './current-link.ts';
import { type LabelledLink, type Phone, telOf } from './link.ts';
import { SiteMenu } from './site-menu.tsx';

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
          <RouteLink className="site-header__brand" href="/">
            <img src={mark} alt="" width="33" height="40" />
            {name}
          </RouteLink>
          <nav className="site-header__nav" aria-label={words.navigation}>
            <ul>
              {links.map((link) => (
                <li key={link.href}>
                  <RouteLink href={link.href} aria-current={currentOf(link, links, currentPath)}>
                    {link.label}
                  </RouteLink>
                </li>
              ))}
              <li>
                <ButtonLink href={action.href} size="small">
                  {action.label}
                </ButtonLink>
              </li>
            </ul>
          </nav>
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
        <div className="contact-strip__contact tabular">
          <a href={telOf(phone.e164)}>{phone.display}</a>
          <a href={`mailto:${email}`}>{email}</a>
        </div>
        <DashboardLink label={words.dashboard} className="contact-strip__dashboard" />
        <ul className="contact-strip__offices" aria-label={citiesLabel}>
          {cities.map((city) => (
            <li key={city}>{city}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
