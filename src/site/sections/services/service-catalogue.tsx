import { GoLink } from '#site/ui/go-link.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';

type CatalogueEntry = { title: string; href: string; summary: string; covers: readonly string[] };
type CatalogueGroup = { title: string; text: string; hrefs: readonly string[] };
export type ServiceCatalogueProps = {
  heading: string;
  linkLabel: string;
  groups: readonly CatalogueGroup[];
  services: readonly CatalogueEntry[];
};

/** The anchor of a service on the page. */
const idOf = (href: string) => href.slice(href.lastIndexOf('/') + 1);

/** Groups of services with when they are needed; below every service with what it covers, in two columns. */
export function ServiceCatalogue({ heading, linkLabel, groups, services }: ServiceCatalogueProps) {
  return (
    <section className="wrap service-catalogue" aria-labelledby="catalogue">
      <h2 id="catalogue">{heading}</h2>
      <ul className="service-catalogue__groups entries entries--columns">
        {groups.map(({ title, text, hrefs }) => (
          <li key={title} className="entry">
            <p className="title-3">{title}</p>
            <p className="soft">{text}</p>
            {services
              .filter(({ href }) => hrefs.includes(href))
              .map((service) => (
                <a key={service.href} className="tap" href={`#${idOf(service.href)}`}>
                  {service.title}{' '}
                </a>
              ))}
          </li>
        ))}
      </ul>
      <ol>
        {services.map(({ title, href, summary, covers }) => (
          <li key={href} id={idOf(href)}>
            <h3>
              <RouteLink href={href}>{title}</RouteLink>
            </h3>
            <p>{summary}</p>
            <ul>
              {covers.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <GoLink href={href}>
              {linkLabel}
              <span className="sr-only">: {title}</span>
            </GoLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
