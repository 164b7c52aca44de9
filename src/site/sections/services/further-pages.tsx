import { RouteLink } from '#site/ui/route-link.tsx';

export type FurtherPagesProps = {
  lists: readonly {
    id: string;
    heading: string;
    links: readonly { href: string; title: string; text: string }[];
  }[];
};

/** Lists of links to further pages, side by side where there is space; an empty list is left out. */
export function FurtherPages({ lists }: FurtherPagesProps) {
  return (
    <div className="further-lists further-pages band screen-only">
      <div className="wrap further-lists__row">
        {lists
          .filter(({ links }) => links.length > 0)
          .map(({ id, heading, links }) => (
            <section key={id} aria-labelledby={id}>
              <h2 className="title-3" id={id}>
                {heading}
              </h2>
              <ul>
                {links.map(({ href, title, text }) => (
                  <li key={href} className="row-link">
                    <h3>
                      <RouteLink href={href}>{title}</RouteLink>
                    </h3>
                    <p className="soft small">{text}</p>
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </div>
    </div>
  );
}
