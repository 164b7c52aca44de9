import { Icon } from '#site/ui/icon.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';

export type RelatedServicesProps = {
  heading: string;
  services: readonly { href: string; title: string; reason: string }[];
};

/** Links to related services, each with the reason. */
export function RelatedServices({ heading, services }: RelatedServicesProps) {
  return (
    <section className="related-services further-pages band screen-only" aria-labelledby="related">
      <div className="wrap grid-12">
        <h2 className="title-3" id="related">
          {heading}
        </h2>
        <ul>
          {services.map(({ href, title, reason }) => (
            <li key={href} className="row-link">
              <h3>
                <RouteLink href={href}>{title}</RouteLink>
              </h3>
              <p>{reason}</p>
              <Icon name="right" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
