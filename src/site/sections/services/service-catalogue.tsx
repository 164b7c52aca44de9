import { GoLink } from '#site/ui/go-link.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';

type CatalogueEntry = { title: string; href: string; summary: string; covers: readonly string[] };
export type ServiceCatalogueProps = { heading: string; linkLabel: string; services: readonly CatalogueEntry[] };

/** Every service with what it covers, numbered, in two columns with aligned rows. */
export function ServiceCatalogue({ heading, linkLabel, services }: ServiceCatalogueProps) {
  return (
    <section className="wrap service-catalogue" aria-labelledby="catalogue">
      <h2 id="catalogue">{heading}</h2>
      <ol>
        {services.map(({ title, href, summary, covers }, index) => (
          <li key={href}>
            <span className="numeral" aria-hidden="true">
              {index + 1}
            </span>
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
