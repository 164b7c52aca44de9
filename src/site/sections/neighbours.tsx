import { Icon } from '#site/ui/icon.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';

type Neighbour = { href: string; title: string };

export type NeighboursProps = {
  previous: Neighbour | null;
  next: Neighbour | null;
  words: { label: string; previous: string; next: string };
};

/** The articles before and after this one. */
export function Neighbours({ previous, next, words }: NeighboursProps) {
  if (!previous && !next) return null;
  return (
    <nav className="wrap neighbours" aria-label={words.label}>
      {previous && (
        <RouteLink className="neighbours__previous" href={previous.href} rel="prev">
          <span>
            <Icon name="left" />
            {words.previous}
          </span>
          <b>{previous.title}</b>
        </RouteLink>
      )}
      {next && (
        <RouteLink className="neighbours__next" href={next.href} rel="next">
          <span>
            {words.next}
            <Icon name="right" />
          </span>
          <b>{next.title}</b>
        </RouteLink>
      )}
    </nav>
  );
}
