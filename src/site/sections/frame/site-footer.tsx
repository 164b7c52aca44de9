import { clsx } from 'clsx';
import { FOOTER_ID } from '#contract/footer-id.ts';
import { RouteLink } from '#site/ui/route-link.tsx';
import { Unbroken } from '#site/ui/unbroken.tsx';
import { type LabelledLink, type Phone, telOf } from '../link.ts';

export type FooterColumn = {
  title: string;
  links: readonly LabelledLink[];
  /** Addresses of other hosts, opened in a new tab. */
  isExternal?: boolean;
};

export type SiteFooterProps = {
  name: string;
  addressLines: readonly string[];
  phone: Phone;
  email: string;
  columns: readonly FooterColumn[];
  /** Sentences above the copyright: what the firm is, and that the site is not advice. */
  notes: readonly string[];
  /** After the notes. */
  noteLinks: readonly LabelledLink[];
  copyright: string;
  /** The address of the page, seen on paper. */
  address: string;
  /** Read after an external link, since it opens elsewhere. */
  newTabWords: string;
};

export function SiteFooter({
  name,
  addressLines,
  phone,
  email,
  columns,
  notes,
  noteLinks,
  copyright,
  address,
  newTabWords,
}: SiteFooterProps) {
  return (
    <footer className="site-footer on-ink" id={FOOTER_ID}>
      <div className="wrap">
        <div className="grid-12 site-footer__top">
          <div className="site-footer__about">
            <p className="site-footer__brand">{name}</p>
            <address>
              {addressLines.map((line) => (
                <span key={line}>
                  <Unbroken text={line} />{' '}
                </span>
              ))}
              <a className="tap tabular" href={telOf(phone.e164)}>
                {phone.display}
              </a>{' '}
              <a className="tap" href={`mailto:${email}`}>
                {email}
              </a>
            </address>
          </div>
          {columns.map((column, index) => (
            <FooterLinks key={column.title} {...column} id={`footer-${index + 1}`} newTabWords={newTabWords} />
          ))}
        </div>
        <div className="site-footer__note wraps">
          <div>
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
            <p className="site-footer__note-links wraps screen-only">
              {noteLinks.map(({ label, href }) => (
                <RouteLink key={href} className="tap" href={href}>
                  {label}{' '}
                </RouteLink>
              ))}
            </p>
          </div>
          <p>{copyright}</p>
          <p className="print-only site-footer__address">{address}</p>
        </div>
      </div>
    </footer>
  );
}

type FooterLinksProps = FooterColumn & { id: string; newTabWords: string };

function FooterLinks({ title, links, isExternal, id, newTabWords }: FooterLinksProps) {
  const isWide = links.some(({ label }) => label.length > 18);
  return (
    <nav className={clsx('site-footer__links screen-only', isWide && 'site-footer__links--wide')} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {links.map(({ label, href }) => (
          <li key={href}>
            <RouteLink href={href} {...(isExternal && { target: '_blank' })}>
              {label}
              {isExternal && <span className="sr-only"> {newTabWords}</span>}
            </RouteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
