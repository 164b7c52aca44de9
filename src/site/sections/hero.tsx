import { ButtonLink } from '#site/ui/button.tsx';
import type { LabelledLink } from './link.ts';
import { RouteMap, type MapPlace } from './route-map.tsx';

export type HeroProps = {
  /** The heading; each word is on its own line. */
  title: string;
  lead: string;
  actions: readonly [LabelledLink, LabelledLink];
  places: readonly MapPlace[];
  /** Explains the lines on the map. */
  mapNote: string;
};

export function Hero({ title, lead, actions: [book, services], places, mapNote }: HeroProps) {
  return (
    <section className="hero">
      <div className="wrap hero__text">
        <h1>
          {title.split(' ').map((word) => (
            <span key={word}>{word} </span>
          ))}
        </h1>
        <p className="lead">{lead}</p>
        <p className="actions">
          <ButtonLink href={book.href} arrow>
            {book.label}
          </ButtonLink>
          <ButtonLink href={services.href} variant="line">
            {services.label}
          </ButtonLink>
        </p>
      </div>
      <div className="hero__map">
        <RouteMap places={places} isEager />
        <p className="hero__note">{mapNote}</p>
      </div>
    </section>
  );
}
