import { RouteLink } from '#site/ui/route-link.tsx';

export type NextEntry = { href: string; title: string; before?: string; after?: string };
export type ReadNextProps = { heading: string; entries: readonly NextEntry[] };

/** A ruled list of further pages. */
export function ReadNext({ heading, entries }: ReadNextProps) {
  return (
    <section className="read-next" aria-labelledby="more">
      <div className="wrap">
        <h2 id="more">{heading}</h2>
        <ul>
          {entries.map(({ href, title, before, after }) => (
            <li key={href}>
              {before && <span>{before}</span>}
              <h3>
                <RouteLink href={href}>{title}</RouteLink>
              </h3>
              {after && <span className="tabular">{after}</span>}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
