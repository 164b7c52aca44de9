import { Icon } from '#site/ui/icon.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';

export type IndexEntry = {
  title: string;
  text: string;
  /** The authority or counterparty. */
  before?: string;
  href: string;
};

export type ServiceIndexProps = { heading: string; intro?: string; entries: readonly IndexEntry[] };

/** A numbered index of services on ink, one row each. */
export function ServiceIndex({ heading, intro, entries }: ServiceIndexProps) {
  return (
    <section className="service-index on-ink" aria-labelledby="services">
      <div className="wrap">
        <div className="grid-12 service-index__head">
          <h2 id="services">{heading}</h2>
          {intro && <p className="soft">{intro}</p>}
        </div>
        <IndexList entries={entries} />
      </div>
    </section>
  );
}

function IndexList({ entries }: Pick<ServiceIndexProps, 'entries'>) {
  return (
    <ol className="service-index__list">
      {entries.map(({ title, text, before, href }, index) => (
        <li key={title} className="row-link">
          <span className="numeral" aria-hidden="true">
            {String(index + 1).padStart(2, '0')}
          </span>
          <h3>
            <RouteLink href={href}>{title}</RouteLink>
          </h3>
          <p>{text}</p>
          {before && <span className="service-index__before">{before}</span>}
          <Icon name="right" />
        </li>
      ))}
    </ol>
  );
}
